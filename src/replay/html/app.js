// The page: where the player is, what the controls do, and what survives a reload.
const TOTAL = DATA.steps.length;
const STORE = "xiaochu:" + DATA.key;
const state = { position: 0, ticks: new Set(), lang: DATA.lang === "zh" ? 1 : 0, theme: null };

function load() {
  try {
    const saved = JSON.parse(localStorage.getItem(STORE) || "{}");
    if (Number.isInteger(saved.position)) state.position = Math.min(Math.max(saved.position, 0), TOTAL);
    if (Array.isArray(saved.ticks)) state.ticks = new Set(saved.ticks.filter((n) => Number.isInteger(n) && n >= 1 && n <= TOTAL));
    if (saved.lang === 0 || saved.lang === 1) state.lang = saved.lang;
    if (saved.theme === "light" || saved.theme === "dark") state.theme = saved.theme;
  } catch {
    // Nothing is kept here: the page works all the same.
  }
  lang = state.lang;
}

function save() {
  try {
    localStorage.setItem(STORE, JSON.stringify({ ...state, ticks: [...state.ticks] }));
  } catch {
    // As above.
  }
}

const prefersDark = matchMedia("(prefers-color-scheme: dark)");
const isDark = () => (state.theme ? state.theme === "dark" : prefersDark.matches);

function showTheme() {
  document.documentElement.dataset.theme = isDark() ? "dark" : "light";
  $("theme").textContent = word(isDark() ? "light" : "dark");
}

// Everything that depends on where the player is.
function show(again = false) {
  const { position } = state;
  const step = DATA.steps[position];
  const done = position ? DATA.steps[position - 1] : null;
  document.body.dataset.position = position;
  showBoard(boardAt(position), again);
  showArrow(step && step.move);
  $("f-step").textContent = `${Math.min(position + 1, TOTAL)}/${TOTAL}`;
  const left = done ? done.left : DATA.steps_left;
  $("f-left").textContent = left === null ? "–" : left;
  const score = points(done ? done.score : 0);
  $("f-score").replaceChildren(score);
  if (step) {
    const after = Object.assign(document.createElement("b"), { textContent: points(step.score) });
    $("f-score").append(" → ", after);
  }
  $("f-falls").textContent = step ? step.falls : "–";
  if (step) {
    const board = boardAt(position);
    const hint = cellsOf(step.move).map((cell) => pieceWords(board[cell], "pieceShort")).join(" ↔ ");
    const pieces = Object.assign(document.createElement("span"), { textContent: ` (${hint})` });
    $("say").replaceChildren(moveWords(step.move), pieces);
  } else {
    $("say").textContent = word("allDone", { n: TOTAL, score });
  }
  $("back").disabled = position === 0;
  $("next").disabled = position === TOTAL;
  $("next").textContent = word(position === TOTAL ? "done" : "next") + (position === TOTAL ? "" : " ▶");
  $("jump").value = position === TOTAL ? TOTAL : position + 1;
  showTicks();
}

function showTicks() {
  $("ticked").textContent = word("tickedOf", { n: state.ticks.size, all: TOTAL });
  [...$("steps").children].forEach((item, i) => {
    item.classList.toggle("now", i === state.position);
    item.querySelector("input").checked = state.ticks.has(i + 1);
  });
}

function showList() {
  $("steps").replaceChildren(...DATA.steps.map((step, i) => {
    const item = document.createElement("li");
    const tick = Object.assign(document.createElement("input"), { type: "checkbox" });
    tick.setAttribute("aria-label", word("tick", { n: i + 1 }));
    tick.onchange = () => {
      if (tick.checked) state.ticks.add(i + 1);
      else state.ticks.delete(i + 1);
      save();
      showTicks();
    };
    const button = Object.assign(document.createElement("button"), { type: "button" });
    const text = Object.assign(document.createElement("span"), { textContent: `${i + 1}. ${moveWords(step.move)}` });
    const sum = Object.assign(document.createElement("span"), { className: "sum", textContent: `${step.gain < 0 ? "" : "+"}${points(step.gain)} = ${points(step.score)}` });
    button.append(text, sum);
    button.onclick = () => {
      jump(i);
      scrollTo({ top: 0 });
    };
    item.append(tick, button);
    return item;
  }));
}

function showWords() {
  document.documentElement.lang = lang ? "zh-CN" : "en";
  document.querySelectorAll("[data-word]").forEach((element) => { element.textContent = word(element.dataset.word); });
  $("name").textContent = DATA.name;
  $("board").setAttribute("aria-label", word("board"));
  $("lang").textContent = word("language");
  $("lang").title = word("languageTitle");
  $("back").textContent = "◀ " + word("back");
  $("jump").setAttribute("aria-label", word("jumpTitle", { n: TOTAL }));
  const buttons = { "doubt-open": "doubt", "doubt-compare": "compare", "doubt-close": "close", untick: "untick", copy: "copy", save: "save" };
  for (const [id, key] of Object.entries(buttons)) $(id).textContent = word(key);
  $("command").setAttribute("aria-label", word("command"));
  $("facts").replaceChildren(...DATA.facts[lang].flatMap(([label, value]) => [
    Object.assign(document.createElement("dt"), { textContent: label }),
    Object.assign(document.createElement("dd"), { textContent: value }),
  ]));
  showLegend();
  showAwake();
  showTheme();
  showList();
}

function showLegend() {
  if (DATA.game !== "sandbox") return;
  const entry = (code, text) => {
    const item = document.createElement("li");
    item.append(drawing(code), text);
    return item;
  };
  const families = [1, 2, 3].map((n) => entry(n * 10 + 1, word("family", { n })));
  const levels = [1, 2, 3, 4, 5].map((n) => entry(10 + n, word("level" + n)));
  $("legend").replaceChildren(...families, ...levels);
}

// A press on "next" says that the move was made: it is ticked, and the cascade is shown. During a cascade it shows
// the end, so that a double tap never skips a move.
function next() {
  if (running) return finish();
  if (doubt.open || state.position === TOTAL) return undefined;
  const step = DATA.steps[state.position];
  state.ticks.add(state.position + 1);
  state.position++;
  save();
  if (isCalm()) return show();
  showArrow(null);
  return animate(step, (n, all) => { $("say").textContent = word("round", { n, all }); }, () => show());
}

function jump(position) {
  finish();
  if (doubt.open) closeDoubt();
  state.position = Math.min(Math.max(position, 0), TOTAL);
  save();
  if (!running) show();
}

function onKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || doubt.open) return;
  const target = event.target;
  if (target.matches("input, textarea") || (target.matches("button, a") && [" ", "Enter"].includes(event.key))) return;
  const keys = { ArrowRight: next, " ": next, ArrowLeft: () => jump(state.position - 1), Home: () => jump(0), End: () => jump(TOTAL) };
  if (keys[event.key]) {
    event.preventDefault();
    keys[event.key]();
  }
}

function listenToSwipes() {
  let start = null;
  $("stage").addEventListener("pointerdown", (event) => { start = [event.clientX, event.clientY]; });
  $("stage").addEventListener("pointercancel", () => { start = null; });
  addEventListener("pointerup", (event) => {
    if (!start || doubt.open) return;
    const [dx, dy] = [event.clientX - start[0], event.clientY - start[1]];
    start = null;
    if (Math.abs(dx) < 40 || Math.abs(dx) < 1.5 * Math.abs(dy)) return;
    if (dx < 0) next();
    else jump(state.position - 1);
  });
}

// The screen stays awake where the browser allows it; it forgets whenever the page is hidden.
let awake = null;
function showAwake() {
  $("awake").textContent = word(awake ? "awake" : "asleep");
}
async function keepAwake() {
  try {
    if (document.visibilityState === "visible" && !(awake && !awake.released)) awake = await navigator.wakeLock.request("screen");
  } catch {
    awake = null;
  }
  showAwake();
}

function start() {
  load();
  buildBoard();
  showWords();
  show(true);
  $("next").onclick = () => next();
  $("back").onclick = () => jump(state.position - 1);
  $("jump").max = TOTAL;
  $("jump").onchange = () => {
    const wanted = Number.parseInt($("jump").value, 10);
    if (Number.isInteger(wanted)) jump(wanted - (wanted === TOTAL && state.position === TOTAL ? 0 : 1));
    else show();
  };
  $("untick").onclick = () => { state.ticks.clear(); save(); showTicks(); };
  $("lang").onclick = () => {
    finish();
    if (doubt.open) closeDoubt();
    lang = state.lang = 1 - lang;
    save();
    showWords();
    if (!running) show(true);
  };
  $("theme").onclick = () => { state.theme = isDark() ? "light" : "dark"; save(); showTheme(); };
  $("doubt-open").onclick = () => { finish(); openDoubt(state.position); };
  $("doubt-close").onclick = () => { closeDoubt(); show(); };
  $("doubt-compare").onclick = compare;
  $("copy").onclick = copyCommand;
  cells.forEach((cell, i) => { cell.onclick = () => { if (doubt.open) choose(i); }; });
  $("board").addEventListener("keydown", walk);
  document.addEventListener("keydown", onKey);
  document.addEventListener("visibilitychange", keepAwake);
  document.addEventListener("pointerdown", keepAwake, { once: true });
  prefersDark.addEventListener("change", showTheme);
  document.body.dataset.busy = "no";
  listenToSwipes();
  keepAwake();
}

start();
