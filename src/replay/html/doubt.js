// "My board looks different": what the player sees, where it parts from the script, and how to search on from it.
const doubt = { open: false, board: [], chosen: -1, run: 0 };

const stateAt = (position) => {
  const step = position ? DATA.steps[position - 1] : { left: DATA.steps_left, queue: DATA.queue_pos };
  return { board: boardAt(position), left: step.left, queue: step.queue };
};
const isSame = (a, b) => a.every((code, i) => code === b[i]);
const difference = (a, b) => a.filter((code, i) => code !== b[i]).length;

function openDoubt(position) {
  doubt.open = true;
  doubt.board = boardAt(position).slice();
  doubt.run++;
  document.body.classList.add("editing");
  $("doubt").hidden = false;
  $("controls").hidden = true;
  $("doubt-result").replaceChildren();
  $("doubt-way").hidden = true;
  $("say").textContent = word("doubtSay", { n: position });
  showArrow(null);
  showPalette();
  choose(0);
}

function closeDoubt() {
  doubt.open = false;
  doubt.run++;
  doubt.chosen = -1;
  document.body.classList.remove("editing");
  $("doubt").hidden = true;
  $("controls").hidden = false;
  cells.forEach((cell) => {
    cell.classList.remove("chosen", "differs");
    cell.tabIndex = -1;
  });
}

// One cell of the board is in the tab order; the arrow keys go on from it.
function choose(cell, focus = false) {
  doubt.chosen = cell;
  cells.forEach((element, i) => {
    element.classList.toggle("chosen", i === cell);
    element.tabIndex = i === cell ? 0 : -1;
  });
  if (focus) cells[cell].focus();
}

function walk(event) {
  const steps = { ArrowUp: -COLS, ArrowDown: COLS, ArrowLeft: -1, ArrowRight: 1 };
  const from = cells.indexOf(event.target);
  if (!doubt.open || from < 0 || !(event.key in steps)) return;
  event.preventDefault();
  event.stopPropagation();
  const col = from % COLS;
  if ((event.key === "ArrowLeft" && col === 0) || (event.key === "ArrowRight" && col === COLS - 1)) return;
  const to = from + steps[event.key];
  if (to >= 0 && to < CELLS) choose(to, true);
}

function pieces() {
  const all = [START, ...FINAL].flat();
  const codes = [];
  if (DATA.game === "sandbox") {
    for (let family = 1; family <= 3; family++) for (let level = 1; level <= 5; level++) codes.push(family * 10 + level);
    for (let points = 1; points <= -Math.min(...all); points++) codes.push(-points);
  } else {
    for (let kind = 1; kind <= Math.max(...all); kind++) codes.push(kind);
  }
  if (all.includes(0)) codes.push(0);
  return codes;
}

function showPalette() {
  const palette = $("palette");
  palette.className = DATA.game;
  palette.setAttribute("aria-label", word("palette"));
  palette.replaceChildren(...pieces().map((code) => {
    const button = Object.assign(document.createElement("button"), { type: "button" });
    button.append(drawing(code));
    button.dataset.piece = code;
    button.setAttribute("aria-label", pieceWords(code));
    button.onclick = () => {
      doubt.board[doubt.chosen] = code;
      doubt.run++;
      showBoard(doubt.board);
      cells.forEach((cell, i) => cell.classList.toggle("differs", doubt.board[i] !== boardAt(state.position)[i]));
      $("doubt-way").hidden = true;
      $("doubt-result").replaceChildren();
    };
    return button;
  }));
}

function tell(text, goTo) {
  const line = Object.assign(document.createElement("p"), { textContent: text });
  $("doubt-result").replaceChildren(line);
  if (goTo === undefined) return;
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: word("go", { n: goTo }) });
  button.onclick = () => { closeDoubt(); jump(goTo); };
  $("doubt-result").append(button);
}

async function compare() {
  const position = state.position;
  const board = doubt.board;
  const run = ++doubt.run;
  if (isSame(board, boardAt(position))) return tell(word("same"));
  for (let far = 1; far <= DATA.steps.length; far++) {
    for (const other of [position - far, position + far]) {
      if (other < 0 || other > DATA.steps.length || !isSame(board, boardAt(other))) continue;
      const d = word(other > position ? "ahead" : "behind", { n: far });
      return tell(word("other", { n: other, k: position, d }), other);
    }
  }
  const slip = await findSlip(position, board, run);
  if (run !== doubt.run) return undefined;
  if (slip) {
    const planned = moveWords(DATA.steps[slip.step].move);
    const made = slip.move ? moveWords(slip.move) : word("skipped");
    tell(word("parted", { n: slip.step + 1, planned, made }));
    showWay(position, slip.state);
  } else {
    const all = Array.from({ length: DATA.steps.length + 1 }, (_, n) => n);
    const near = all.reduce((best, n) => (difference(board, boardAt(n)) < difference(board, boardAt(best)) ? n : best));
    tell(word("nearest", { n: near, d: difference(board, boardAt(near)) }));
    showWay(position, null);
  }
  return undefined;
}

// Whether this page's rules play the script as the program did; where not, they find no slip.
let knowsRules = null;
function checkRules() {
  if (knowsRules === null) {
    knowsRules = DATA.game === "sandbox" && DATA.steps.every((step, i) => {
      const after = playOn(stateAt(i), step.move);
      return after && isSame(after.board, FINAL[i]) && after.left === step.left && after.queue === step.queue;
    });
  }
  return knowsRules;
}

// The latest step at which another move, or none, leads to this board with the rest of the script played.
// A move of the script that the game then refuses changes nothing.
async function findSlip(position, board, run) {
  if (!checkRules()) return null;
  const arrives = (from, step) => {
    let at = from;
    for (let i = step + 1; i < position; i++) at = playOn(at, DATA.steps[i].move) || at;
    return isSame(at.board, board) ? at : null;
  };
  for (let step = position - 1; step >= 0; step--) {
    tell(word("searching", { n: step + 1 }));
    await new Promise((resolve) => setTimeout(resolve));
    if (run !== doubt.run) return null;
    const before = stateAt(step);
    const planned = cellsOf(DATA.steps[step].move);
    const found = [];
    const skipped = arrives(before, step);
    if (skipped) found.push({ step, move: null, state: skipped, shared: 1 });
    for (const move of everyMove()) {
      const after = playOn(before, move);
      const end = after && arrives(after, step);
      if (end) found.push({ step, move, state: end, shared: cellsOf(move).filter((cell) => planned.includes(cell)).length });
    }
    if (found.length) return found.reduce((best, slip) => (slip.shared > best.shared ? slip : best));
  }
  return null;
}

// The command that searches on, with the board typed into it.
function showWay(position, slip) {
  const token = (code) => (code === 0 ? ".." : String(code));
  const lines = Array.from({ length: ROWS }, (_, row) =>
    doubt.board.slice(row * COLS, (row + 1) * COLS).map((code) => token(code).padStart(2)).join(" "));
  const board = lines.join("\n") + "\n";
  const planned = stateAt(position);
  const at = slip || planned;
  let options = "";
  if (slip && slip.left !== planned.left) options += ` --steps ${slip.left}`;
  if (slip && slip.queue !== planned.queue) options += ` --queue-pos ${slip.queue}`;
  const name = decodeURIComponent(location.pathname.split("/").pop() || "solution.html");
  const file = /^[\p{L}\p{N}._-]+$/u.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`;
  $("command").value = `xiaochu resume-from ${file} --step ${position} --board -${options} > rest.toml <<'END'\n${board}END\nxiaochu solve rest.toml\n`;
  $("save").href = "data:text/plain;charset=utf-8," + encodeURIComponent(board);
  const left = at.left, queue = at.queue;
  if (left !== null) {
    const text = queue === null ? word("remainsShort", { left }) : word("remains", { left, queue });
    $("doubt-result").append(Object.assign(document.createElement("p"), { textContent: text }));
  }
  $("doubt-way").hidden = false;
}

async function copyCommand() {
  const field = $("command");
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.focus();
    field.select();
    document.execCommand("copy");
  }
  $("copy").textContent = word("copied");
}
