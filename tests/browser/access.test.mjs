// Reachable by keyboard, named, readable; in both languages; and on paper.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { ROOT, SOLUTION, exportPage, launch, open } from "./harness.mjs";

let browser, file;
before(async () => {
  browser = await launch();
  file = exportPage(SOLUTION, "access.html");
});
after(() => browser.close());

test("every text of the page stands in both languages with the same blanks", () => {
  const source = readFileSync(join(ROOT, "src/replay/html/words.js"), "utf8");
  const words = new Function(`${source}; return WORDS;`)();
  const blanks = (text) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
  for (const [key, texts] of Object.entries(words)) {
    assert.equal(texts.length, 2, key);
    assert.ok(texts.every((text) => text.trim()), key);
    assert.deepEqual(blanks(texts[0]), blanks(texts[1]), key);
  }
  const scripts = ["app", "doubt", "view"].map((name) => readFileSync(join(ROOT, `src/replay/html/${name}.js`), "utf8")).join();
  const page = readFileSync(join(ROOT, "src/replay/html/page.html"), "utf8");
  const used = [...scripts.matchAll(/word\("(\w+)"/g), ...page.matchAll(/data-word="(\w+)"/g)].map((match) => match[1]);
  for (const key of used) assert.ok(key in words || key === "level" || key === "char", key);
});

test("every control is reachable by keyboard and has a name", async () => {
  const { context, page } = await open(browser, file);
  await page.locator("#next").click();
  for (const mode of ["script", "doubt"]) {
    if (mode === "doubt") await page.locator("#doubt-open").click();
    const wanted = await page.evaluate(() => [...document.querySelectorAll("button, input, a, textarea")]
      .filter((element) => element.checkVisibility() && !element.disabled && !element.matches(".cell"))
      .map((element, i) => (element.id ||= `control-${i}`)));
    await page.evaluate(() => { document.activeElement.blur(); scrollTo(0, 0); });
    const reached = new Set();
    for (let i = 0; i < wanted.length + 40; i++) {
      await page.keyboard.press("Tab");
      reached.add(await page.evaluate(() => document.activeElement.id || document.activeElement.className));
    }
    assert.deepEqual(wanted.filter((id) => !reached.has(id)), [], mode);
    if (mode === "doubt") assert.ok([...reached].some((name) => name.includes("cell")), "a cell of the board");
    const unnamed = await page.evaluate(() => [...document.querySelectorAll("button, input, a, textarea")]
      .filter((element) => element.checkVisibility() && !(element.getAttribute("aria-label") || element.textContent.trim()))
      .map((element) => element.outerHTML.slice(0, 80)));
    assert.deepEqual(unnamed, [], mode);
  }
  await context.close();
});

// WCAG 2: relative luminance and contrast.
const CONTRAST = `
  const parse = (text) => { const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number); return [r, g, b, a]; };
  const luminance = ([r, g, b]) => [r, g, b].map((c) => c / 255).map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const contrast = (a, b) => { const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
  const behind = (element) => { for (let at = element; at; at = at.parentElement) { const c = parse(getComputedStyle(at).backgroundColor); if (c[3] === 1) return c; } return [255, 255, 255, 1]; };
`;

test("contrast is at least WCAG AA, light and dark", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const { context, page } = await open(browser, file, { colorScheme });
    for (const mode of ["script", "doubt"]) {
      if (mode === "doubt") await page.locator("#doubt-open").click();
      const weak = await page.evaluate(`(() => {
        ${CONTRAST}
        const weak = [];
        let texts = 0;
        for (const element of document.querySelectorAll("main *")) {
          const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
          if (!own || element.closest("svg") || !element.checkVisibility()) continue;
          texts++;
          const ratio = contrast(parse(getComputedStyle(element).color), behind(element));
          if (ratio < 4.5) weak.push([element.tagName + "#" + element.id, ratio]);
        }
        // Characters on their pieces; pieces on their cells, by fill or by line; the mark on the cell.
        for (const piece of document.querySelectorAll(".piece")) {
          const [shape, text] = [piece.querySelector("use, rect"), piece.querySelector("text")];
          if (!shape) continue;
          texts++;
          const style = getComputedStyle(shape);
          const ink = contrast(parse(getComputedStyle(text).fill), parse(style.fill));
          if (ink < 4.5) weak.push([piece.outerHTML, "ink", ink]);
          const cell = behind(piece);
          const edge = Math.max(contrast(parse(style.fill), cell), style.stroke === "none" ? 0 : contrast(parse(style.stroke), cell));
          if (edge < 3) weak.push([piece.outerHTML, "edge", edge]);
        }
        const line = document.querySelector("#arrow .line");
        if (line) {
          const mark = contrast(parse(getComputedStyle(line).stroke), behind(document.querySelector(".cell")));
          if (mark < 3) weak.push(["arrow", mark]);
        }
        return { weak, texts };
      })()`);
      assert.ok(weak.texts > 50);
      assert.deepEqual(weak.weak, [], `${colorScheme}, ${mode}`);
    }
    await context.close();
  }
});

test("the language switches and is kept", async () => {
  const { context, page, complaints } = await open(browser, file);
  const latin = () => page.evaluate(() => [...document.querySelectorAll("main [data-word], main button, #say")]
    .filter((element) => element.checkVisibility() && !element.matches("#lang") && /[A-Za-z]{3}/.test(element.textContent.replace("Home", "").replace("End", "")))
    .map((element) => element.textContent));
  assert.ok((await latin()).length > 5);
  await page.locator("#lang").click();
  assert.deepEqual(await latin(), []);
  await page.reload();
  assert.deepEqual(await latin(), []);
  assert.equal(await page.evaluate(() => document.documentElement.lang), "zh-CN");
  assert.deepEqual(complaints, []);
  await context.close();
});

test("the theme switches and is kept", async () => {
  const { context, page } = await open(browser, file, { colorScheme: "dark" });
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  assert.equal(await theme(), "dark");
  await page.locator("#theme").click();
  assert.equal(await theme(), "light");
  await page.reload();
  assert.equal(await theme(), "light");
  await context.close();
});

test("paper shows the list and no controls", async () => {
  const { context, page } = await open(browser, file);
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator("#next").isVisible(), false);
  assert.equal(await page.locator("#steps li").last().isVisible(), true);
  assert.equal(await page.locator("#facts").isVisible(), true);
  await context.close();
});
