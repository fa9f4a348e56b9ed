// What the tests share: the program, a browser that notes every request and every word on its console, and a page.
import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
export const SOLUTION = join(ROOT, "tests/fixtures/bench-5x5-s45-01.solution.json");
export const FOLDER = mkdtempSync(join(tmpdir(), "xiaochu-browser-"));
const PROGRAM = process.env.XIAOCHU || join(ROOT, "target/debug/xiaochu");

export const xiaochu = (...args) => execFileSync(PROGRAM, ["--lang", "en", ...args], { encoding: "utf8", cwd: FOLDER, stdio: ["ignore", "pipe", "pipe"] });
export const replay = (...args) => xiaochu("replay", ...args, "--format", "json").trim().split("\n").map((line) => JSON.parse(line));

export function exportPage(solution, name, ...options) {
  const file = join(FOLDER, name);
  xiaochu("export", solution, "--format", "html", "--output", file, ...options);
  return file;
}

export const launch = () => chromium.launch({
  executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});

// A phone of 360 × 640 with the page open. `complaints` collects what should not happen.
export async function open(browser, file, options = {}) {
  const context = await browser.newContext({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, reducedMotion: "reduce", colorScheme: "light", ...options });
  const page = await context.newPage();
  const complaints = [];
  const address = pathToFileURL(file).href;
  page.on("console", (message) => complaints.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => complaints.push(`error: ${error}`));
  page.on("request", (request) => { if (request.url() !== address && !request.url().startsWith("data:")) complaints.push(`request: ${request.url()}`); });
  await page.goto(address);
  return { context, page, complaints };
}

export const shown = (page) => page.$$eval("#board .cell", (cells) => cells.map((cell) => Number(cell.dataset.code)));
export const idle = (page) => page.waitForFunction(() => document.body.dataset.busy === "no");

// A finger from one side of the board to the other.
export async function swipe(page, direction) {
  const box = await page.locator("#board").boundingBox();
  const session = await page.context().newCDPSession(page);
  const y = box.y + box.height / 2;
  const [from, to] = direction === "left" ? [box.x + box.width - 30, box.x + 30] : [box.x + 30, box.x + box.width - 30];
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x: from, y }] });
  for (const share of [0.3, 0.7, 1]) await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x: from + (to - from) * share, y: y + 4 * share }] });
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await session.detach();
}
