// The board, the arrow, and what moves.
const $ = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";
const FINAL = DATA.steps.map((step) => decode(step.frames.at(-1)[2]));
const START = decode(DATA.board);
const boardAt = (position) => (position === 0 ? START : FINAL[position - 1]);
const points = (score) => (DATA.scale === 1 ? score : score / DATA.scale).toLocaleString("en-US", { useGrouping: false, maximumFractionDigits: 8 });
const place = (cell) => [Math.floor(cell / COLS), cell % COLS];
const cellsOf = (move) => (move.swap || [move.drag || move.tap]).map(([row, col]) => row * COLS + col);
const placeWords = ([row, col]) => word("place", { r: row + DATA.origin, c: col + DATA.origin });

function moveWords(move) {
  const [a, b] = (move.swap || [move.drag || move.tap]).map(placeWords);
  return word(move.swap ? "swap" : move.drag ? "drag" : "tap", { a, b });
}

function pieceWords(code, key = "piece") {
  if (code === 0) return word("empty");
  if (code < 0) return word("stone", { n: -code });
  if (DATA.game !== "sandbox") return word("kind", { n: code });
  return word(key, { level: word("level" + (code % 10)), family: Math.floor(code / 10), shape: " ●■▲"[Math.floor(code / 10)] });
}

function svg(name, attributes, parent) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (parent) parent.append(element);
  return element;
}

// Family by shape, level by colour and by character.
function drawing(code) {
  const picture = svg("svg", { viewBox: "0 0 100 100", class: "piece", "aria-hidden": "true", focusable: "false" });
  if (code === 0) return picture;
  const isSandbox = DATA.game === "sandbox";
  const shape = code < 0 ? -1 : ((isSandbox ? Math.floor(code / 10) : code) - 1) % 6;
  const level = ((isSandbox ? code % 10 : code) - 1) % 5 + 1;
  if (code < 0) {
    picture.classList.add("stone");
    svg("rect", { x: 6, y: 6, width: 88, height: 88, rx: 4 }, picture);
  } else {
    picture.classList.add("l" + level);
    svg("use", { href: "#s" + shape }, picture);
  }
  const label = svg("text", { x: 50, y: shape === 2 ? 76 : 66 }, picture);
  if (shape === 2) label.style.fontSize = "36px";
  label.textContent = code < 0 ? -code : isSandbox ? word("char" + level) : code;
  return picture;
}

const cells = [];
let shown = [];

function buildBoard() {
  for (const name of ["--rows", "--cols"]) $("stage").style.setProperty(name, name === "--rows" ? ROWS : COLS);
  for (const [id, count] of [["across", COLS], ["down", ROWS]]) {
    for (let i = 0; i < count; i++) $(id).append(Object.assign(document.createElement("span"), { textContent: i + DATA.origin }));
  }
  for (let i = 0; i < CELLS; i++) {
    const cell = Object.assign(document.createElement("button"), { type: "button", className: "cell", tabIndex: -1 });
    $("board").append(cell);
    cells.push(cell);
  }
  $("arrow").setAttribute("viewBox", `0 0 ${COLS * 100} ${ROWS * 100}`);
}

function showBoard(board, again = false) {
  board.forEach((code, i) => {
    const cell = cells[i];
    if (again || shown[i] !== code) {
      cell.replaceChildren(drawing(code));
      cell.dataset.code = code;
      const [row, col] = place(i);
      cell.setAttribute("aria-label", word("cell", { r: row + DATA.origin, c: col + DATA.origin, piece: pieceWords(code) }));
    }
  });
  shown = board.slice();
}

// The cells of a move framed, and an arrow between them or out of the board.
function showArrow(move) {
  const picture = $("arrow");
  picture.replaceChildren();
  cells.forEach((cell) => cell.classList.remove("marked"));
  if (!move) return;
  const marked = cellsOf(move);
  marked.forEach((cell) => cells[cell].classList.add("marked"));
  if (move.tap) return;
  const centre = (cell) => [(cell % COLS) * 100 + 50, Math.floor(cell / COLS) * 100 + 50];
  const [x, y] = centre(marked[0]);
  const [toX, toY] = move.swap ? centre(marked[1]) : [x, y - 120];
  const length = Math.hypot(toX - x, toY - y);
  const [ux, uy] = [(toX - x) / length, (toY - y) / length];
  const head = (px, py, dx, dy) => {
    const [bx, by] = [px - dx * 26, py - dy * 26];
    return `M${bx - dy * 18} ${by + dx * 18}L${px} ${py}L${bx + dy * 18} ${by - dx * 18}`;
  };
  const inset = Math.min(40, length * 0.3), end = move.swap ? inset : 0;
  const [ax, ay, bx, by] = [x + ux * inset, y + uy * inset, toX - ux * end, toY - uy * end];
  const path = `M${ax} ${ay}L${bx} ${by}` + head(bx, by, ux, uy) + (move.swap ? head(ax, ay, -ux, -uy) : "");
  for (const name of ["halo", "line"]) svg("path", { d: path, class: name }, picture);
}

// One cascade at a time; `finish` shows its end at once.
let running = null;
const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

function finish() {
  if (running) running.stop();
}

function wait(run, ms) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    run.wake = () => { clearTimeout(timer); resolve(); };
  });
}

async function animate(step, onRound, onEnd) {
  const run = { stopped: false, wake: () => {}, stop() { this.stopped = true; this.wake(); } };
  running = run;
  document.body.dataset.busy = "yes";
  const rounds = Math.max(...step.frames.map(([, round]) => round));
  for (const [phase, round, text] of step.frames) {
    if (run.stopped || isCalm()) break;
    const board = decode(text);
    if (phase === "moved") await showMoved(run, step.move, board);
    else if (phase === "cleared") {
      onRound(round, rounds);
      await showCleared(run, board);
    } else await showFilled(run, board);
  }
  document.body.dataset.busy = "no";
  running = null;
  onEnd();
}

const picture = (cell) => cells[cell].firstElementChild;

async function showMoved(run, move, board) {
  const [a, b] = cellsOf(move);
  if (b === undefined) {
    picture(a).animate([{ opacity: 1 }, { transform: "translateY(-90%)", opacity: 0 }], { duration: 260, easing: "ease-in", fill: "forwards" });
  } else {
    const [[ar, ac], [br, bc]] = [place(a), place(b)];
    const shift = (rows, cols) => [{ transform: "none" }, { transform: `translate(${cols * 100}%, ${rows * 100}%)` }];
    picture(a).animate(shift(br - ar, bc - ac), { duration: 300, easing: "ease-in-out", fill: "forwards" });
    picture(b).animate(shift(ar - br, ac - bc), { duration: 300, easing: "ease-in-out", fill: "forwards" });
  }
  await wait(run, 310);
  showBoard(board);
}

async function showCleared(run, board) {
  const changed = board.flatMap((code, i) => (code !== shown[i] ? [i] : []));
  for (const cell of changed) {
    const frames = board[cell] === 0
      ? [{ transform: "none" }, { transform: "scale(1.15)", offset: 0.45 }, { transform: "scale(0)" }]
      : [{ transform: "none" }, { transform: "scale(1.3)" }, { transform: "none" }];
    picture(cell).animate(frames, { duration: 380, easing: "ease-in", fill: "forwards" });
  }
  await wait(run, 390);
  showBoard(board);
}

// Pieces keep their order in a column; those that are new come from above. In SameGame empty columns close.
async function showFilled(run, board) {
  const before = shown.slice();
  showBoard(board);
  const column = (from, col) => Array.from({ length: ROWS }, (_, i) => ROWS - 1 - i).filter((row) => from[row * COLS + col] > 0);
  let kept = Array.from({ length: COLS }, (_, col) => col);
  if (DATA.game === "samegame") kept = kept.filter((col) => column(before, col).length);
  for (let col = 0; col < COLS; col++) {
    const sources = kept[col] === undefined ? [] : column(before, kept[col]);
    let fresh = 0;
    column(board, col).forEach((row, i) => {
      const rows = i < sources.length ? sources[i] - row : -(row + 1 + fresh++);
      const cols = i < sources.length ? kept[col] - col : 0;
      if (!rows && !cols) return;
      const start = { transform: `translate(${cols * 100}%, ${rows * 100}%)` };
      if (i >= sources.length) start.opacity = 0;
      picture(row * COLS + col).animate([start, { transform: "none", opacity: 1 }], { duration: 320, easing: "cubic-bezier(.3,.6,.4,1)" });
    });
  }
  await wait(run, 340);
}
