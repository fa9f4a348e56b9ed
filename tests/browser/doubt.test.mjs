// "My board looks different": a slip is made, the board it leads to is tapped in, and the page has to find the slip.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { FOLDER, SOLUTION, exportPage, launch, open, replay, shown } from "./harness.mjs";

let browser, file, lines;
before(async () => {
  browser = await launch();
  file = exportPage(SOLUTION, "doubt.html");
  lines = replay(SOLUTION);
});
after(() => browser.close());

const scriptLine = (move) => {
  const one = ([row, col]) => `${row + 1} ${col + 1}`;
  return move.swap ? `swap ${one(move.swap[0])} ${one(move.swap[1])}` : `drag ${one(move.drag)}`;
};

// Where a player is who made other moves; null where the game refuses one.
function slipped(moves) {
  const script = join(FOLDER, "slip.txt");
  writeFileSync(script, moves.map(scriptLine).join("\n"));
  try {
    return replay(script, "--puzzle", SOLUTION).at(-1);
  } catch {
    return null;
  }
}

async function enter(page, board) {
  const before = await shown(page);
  for (const [cell, code] of board.entries()) {
    if (before[cell] === code) continue;
    await page.locator("#board .cell").nth(cell).click();
    await page.locator(`#palette [data-piece="${code}"]`).click();
  }
  assert.deepEqual(await shown(page), board);
  await page.locator("#doubt-compare").click();
}

const openAt = async (step) => {
  const opened = await open(browser, file);
  await opened.page.evaluate((n) => document.querySelectorAll("#steps button")[n].click(), step);
  await opened.page.locator("#doubt-open").click();
  return opened;
};

test("an equal board is equal", async () => {
  const { context, page } = await openAt(9);
  await page.locator("#doubt-compare").click();
  assert.match(await page.locator("#doubt-result").textContent(), /No cell differs/);
  await context.close();
});

test("a move left out at the end is noticed, and the way back offered", async () => {
  const { context, page } = await openAt(9);
  await enter(page, lines[8].board.flat());
  assert.match(await page.locator("#doubt-result").textContent(), /after step 8, not after step 9: you are 1 behind/);
  await page.locator("#doubt-result button").click();
  assert.equal(await page.evaluate(() => document.body.dataset.position), "8");
  assert.deepEqual(await shown(page), lines[8].board.flat());
  await context.close();
});

test("an earlier slip is found, and the command searches on from the board, steps and queue that are left", async () => {
  // Another swap at step 8, then the script up to step 9.
  const moves = lines.slice(1).map((line) => line.move);
  const place = (cell) => [Math.floor(cell / 5), cell % 5];
  let slip = null;
  for (let pair = 0; !slip && pair < 625; pair++) {
    const [a, b] = [Math.floor(pair / 25), pair % 25];
    const wrong = { swap: [place(a), place(b)] };
    if (a >= b || JSON.stringify(wrong) === JSON.stringify(moves[7])) continue;
    const end = slipped([...moves.slice(0, 7), wrong, moves[8]]);
    if (end && end.queue_pos !== lines[9].queue_pos) slip = end;
  }
  assert.ok(slip, "some slip leaves the script playable");
  const { context, page, complaints } = await openAt(9);
  await enter(page, slip.board.flat());
  await page.waitForSelector("#doubt-way:not([hidden])", { timeout: 60_000 });
  const text = await page.locator("#doubt-result").textContent();
  assert.match(text, /Step 8 is where your board and the script part/);
  assert.match(text, new RegExp(`Steps left: ${slip.steps_left}, place in the queue: ${slip.queue_pos}\\.`));
  const command = await page.locator("#command").inputValue();
  const path = `${dirname(process.env.XIAOCHU)}:${process.env.PATH}`;
  execFileSync("sh", ["-c", command.split("\nxiaochu solve")[0]], { cwd: dirname(file), env: { ...process.env, PATH: path }, stdio: "ignore" });
  const toml = readFileSync(join(dirname(file), "rest.toml"), "utf8");
  const value = (key) => Number(toml.match(new RegExp(`^${key} = (\\d+)$`, "m"))?.[1] ?? 0);
  assert.equal(value("steps"), slip.steps_left);
  assert.equal(value("queue_pos"), slip.queue_pos);
  const board = toml.match(/board = """\n([\s\S]*?)"""/)[1].trim().split(/\s+/).map(Number);
  assert.deepEqual(board, slip.board.flat());
  assert.deepEqual(complaints, []);
  await context.close();
});

test("the keyboard enters a board too", async () => {
  const { context, page } = await openAt(9);
  await page.locator("#board .cell").first().focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.evaluate(() => [...document.querySelectorAll(".cell")].indexOf(document.activeElement)), 6);
  await page.locator('#palette [data-piece="35"]').focus();
  await page.keyboard.press("Enter");
  assert.equal((await shown(page))[6], 35);
  await page.locator("#doubt-close").press("Enter");
  assert.deepEqual(await shown(page), lines[9].board.flat());
  await context.close();
});

test("a board that no slip explains is told to be near", async () => {
  const { context, page } = await openAt(3);
  const board = lines[3].board.flat();
  board[0] = 35;
  board[24] = 25;
  await enter(page, board);
  await page.waitForSelector("#doubt-way:not([hidden])", { timeout: 60_000 });
  assert.match(await page.locator("#doubt-result").textContent(), /nearest to the one after step 3 \(2 cells differ\)/);
  await context.close();
});
