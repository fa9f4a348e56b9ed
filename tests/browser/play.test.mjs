// Plays the exported page of a real solution to its end, in every way there is.
import assert from "node:assert/strict";
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { FOLDER, ROOT, SOLUTION, exportPage, idle, launch, open, replay, shown, swipe, xiaochu } from "./harness.mjs";

let browser, file, lines;
before(async () => {
  browser = await launch();
  file = exportPage(SOLUTION, "solution.html");
  lines = replay(SOLUTION);
});
after(() => browser.close());

// Steps to the end and compares every board with the replay.
async function walk(page, lines, next, scale = 1) {
  for (const line of lines) {
    assert.deepEqual(await shown(page), line.board.flat(), `the board after move ${line.step}`);
    if (line.step < lines.length - 1) {
      await next();
      await page.waitForFunction((step) => Number(document.body.dataset.position) === step && document.body.dataset.busy === "no", line.step + 1);
    }
  }
  assert.equal(await page.locator("#next").isDisabled(), true);
  assert.match(await page.locator("#say").textContent(), new RegExp(`\\b${lines.at(-1).score / scale}\\b`));
}

test("the page is small and a real solution of 60 moves or more", () => {
  assert.ok(lines.length > 60);
  assert.ok(statSync(file).size < 300_000, `${statSync(file).size} bytes`);
  assert.equal(xiaochu("verify", file).trim(), String(lines.at(-1).score));
});

test("by button to the end; a reload keeps place and ticks", async () => {
  const { context, page, complaints } = await open(browser, file);
  await walk(page, lines, () => page.locator("#next").click());
  await page.locator("#back").click();
  await page.reload();
  assert.equal(await page.evaluate(() => document.body.dataset.position), String(lines.length - 2));
  assert.deepEqual(await shown(page), lines.at(-2).board.flat());
  const ticks = await page.$$eval("#steps input", (ticks) => ticks.map((tick) => tick.checked));
  assert.deepEqual(ticks, ticks.map(() => true));
  await page.locator("#steps input").first().uncheck();
  await page.reload();
  assert.equal(await page.locator("#steps input").first().isChecked(), false);
  assert.equal(await page.locator("#steps input").nth(1).isChecked(), true);
  assert.deepEqual(complaints, []);
  await context.close();
});

test("by keys to the end, with every cascade cut short by a second press", async () => {
  const { context, page, complaints } = await open(browser, file, { reducedMotion: "no-preference" });
  let odd = false;
  await walk(page, lines, async () => {
    odd = !odd;
    await page.keyboard.press(odd ? "ArrowRight" : "Space");
    assert.equal(await page.evaluate(() => document.body.dataset.busy), "yes");
    await page.keyboard.press("ArrowRight");
  });
  await page.keyboard.press("Home");
  assert.deepEqual(await shown(page), lines[0].board.flat());
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  assert.deepEqual(await shown(page), lines.at(-2).board.flat());
  assert.deepEqual(complaints, []);
  await context.close();
});

test("by swipe to the end, and back by one", async () => {
  const { context, page, complaints } = await open(browser, file);
  await walk(page, lines, () => swipe(page, "left"));
  await swipe(page, "right");
  await page.waitForFunction((step) => Number(document.body.dataset.position) === step, lines.length - 2);
  assert.deepEqual(complaints, []);
  await context.close();
});

test("a cascade is shown round by round and ends on the right board", async () => {
  const { context, page, complaints } = await open(browser, file, { reducedMotion: "no-preference" });
  await page.evaluate(() => {
    window.said = new Set();
    new MutationObserver(() => window.said.add(document.getElementById("say").textContent)).observe(document.getElementById("say"), { childList: true, characterData: true, subtree: true });
  });
  await page.locator("#next").click();
  await page.waitForFunction(() => document.body.dataset.busy === "no", undefined, { timeout: 60_000 });
  assert.deepEqual(await shown(page), lines[1].board.flat());
  const rounds = lines[1].rounds.filter((round) => round.groups.length).length;
  const said = await page.evaluate(() => [...window.said]);
  for (let round = 1; round <= rounds; round++) assert.ok(said.includes(`Round ${round} of ${rounds}`), `round ${round} of ${rounds}`);
  assert.deepEqual(complaints, []);
  await context.close();
});

test("jumps by number and by the list", async () => {
  const { context, page } = await open(browser, file);
  await page.locator("#jump").fill("31");
  await page.locator("#jump").press("Enter");
  assert.deepEqual(await shown(page), lines[30].board.flat());
  await page.locator("#steps button").nth(11).click();
  assert.deepEqual(await shown(page), lines[11].board.flat());
  assert.equal(await page.locator("#f-left").textContent(), String(lines[11].steps_left));
  assert.equal(await page.locator("#f-score").textContent(), `${lines[11].score} → ${lines[12].score}`);
  const falls = lines[12].rounds.reduce((sum, round) => sum + round.refill.length, 0);
  assert.equal(await page.locator("#f-falls").textContent(), String(falls));
  await context.close();
});

test("360 × 640 shows board, arrow and button without scrolling, at every step and in both languages", async () => {
  const { context, page } = await open(browser, file);
  for (const language of ["en", "zh"]) {
    for (let step = 0; step < lines.length; step++) {
      await page.evaluate(([n]) => { document.querySelectorAll("#steps button")[n]?.click(); }, [step]);
      const outside = await page.evaluate(() => ["board", "across", "say", "next", "back", "jump", "doubt-open"].filter((id) => {
        const box = document.getElementById(id).getBoundingClientRect();
        return box.top < 0 || box.left < 0 || box.right > 360 || box.bottom > 640 || !box.height;
      }));
      assert.deepEqual(outside, [], `${language}, step ${step}`);
    }
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 360), "nothing sticks out at the side");
    const side = await page.locator("#board").boundingBox();
    assert.ok(side.width >= 300, `the board is ${side.width} wide`);
    await page.locator("#lang").click();
  }
  await context.close();
});

test("the other games play to the same boards", async () => {
  const puzzles = { crush: "puzzles/lab/sample.toml", samegame: "puzzles/samegame/01.toml" };
  for (const [name, puzzle] of Object.entries(puzzles)) {
    const run = join(FOLDER, name);
    const how = name === "crush" ? ["--strategy", "exact"] : ["--strategy", "uct", "--iterations", "300", "--trees", "1", "--threads", "1"];
    xiaochu("solve", join(ROOT, puzzle), "--run", run, "--progress", "none", ...how);
    const { context, page, complaints } = await open(browser, exportPage(run, `${name}.html`));
    await walk(page, replay(run), () => page.locator("#next").click());
    assert.deepEqual(complaints, []);
    await context.close();
  }
});

test("a page with stones and power plays to the same boards", async () => {
  const script = join(FOLDER, "stones.txt");
  const puzzle = join(ROOT, "tests/fixtures/stones.toml");
  const made = [];
  // Whatever swap is legal first: all that counts is that stones break and pieces pass them.
  for (let step = 0; step < 8; step++) {
    const first = xiaochu("perft", puzzleAfter(puzzle, script, made), "--depth", "1", "--divide").split("\n").find((line) => line.startsWith("swap"));
    if (!first) break;
    made.push(first.split(":")[0]);
  }
  assert.ok(made.length >= 4);
  writeFileSync(script, made.join("\n"));
  const lines = replay(script, "--puzzle", puzzle);
  assert.ok(lines.at(-1).board.flat().filter((code) => code < 0).reduce((a, b) => a + b, 0) > lines[0].board.flat().filter((code) => code < 0).reduce((a, b) => a + b, 0), "a stone was hit");
  const page = join(FOLDER, "stones.html");
  xiaochu("export", script, "--puzzle", puzzle, "--format", "html", "--output", page);
  const opened = await open(browser, page);
  await walk(opened.page, lines, () => opened.page.locator("#next").click(), 256);
  assert.deepEqual(opened.complaints, []);
  await opened.context.close();
});

// The puzzle after some moves of a script, made by the program itself.
function puzzleAfter(puzzle, script, made) {
  if (!made.length) return puzzle;
  writeFileSync(script, made.join("\n"));
  const file = join(FOLDER, "after.toml");
  xiaochu("resume-from", script, "--puzzle", puzzle, "--step", String(made.length), "--output", file);
  return file;
}

test("pictures", { skip: !process.env.SCREENSHOTS }, async () => {
  for (const language of ["en", "zh"]) {
    for (const colorScheme of ["light", "dark"]) {
      const { context, page } = await open(browser, exportPage(SOLUTION, `${language}.html`, "--lang", language), { colorScheme });
      await page.locator("#steps button").nth(11).click();
      await idle(page);
      await page.screenshot({ path: join(process.env.SCREENSHOTS, `page-${language}-${colorScheme}.png`) });
      await context.close();
    }
  }
});
