// The sandbox's rules once more, for finding a slip. A board is an array of codes; a state is {board, queue, left}.
const DATA = JSON.parse(document.getElementById("data").textContent);
const { rows: ROWS, cols: COLS } = DATA;
const CELLS = ROWS * COLS;

const decode = (text) => Array.from(text, (c) => {
  const code = c.codePointAt(0);
  return c === "." ? 0 : code > 0x100 ? 0x100 - code : code - 64;
});

// R3: which cells are matched, and which are centres.
function matched(board) {
  const group = new Int16Array(CELLS).fill(-1);
  const centres = [];
  let groups = 0;
  for (let cell = 0; cell < CELLS; cell++) {
    const code = board[cell];
    if (code <= 0 || (code % 10 === 5 && !DATA.rules.top_clears)) continue;
    const row = Math.floor(cell / COLS), col = cell % COLS;
    for (const [up, side] of [[1, 0], [1, -1], [1, 1], [0, -1]]) {
      const r = row - 2 * up, c = col + 2 * side;
      if (r < 0 || c < 0 || c >= COLS) continue;
      const near = cell - up * COLS + side, far = near - up * COLS + side;
      if (board[near] !== code || board[far] !== code) continue;
      const before = group[near] >= 0 ? group[near] : group[far];
      let now = before >= 0 ? before : group[cell];
      if (now < 0) {
        now = groups++;
        centres.push(near);
      }
      group[cell] = group[near] = group[far] = now;
    }
  }
  return groups ? { group, centres } : null;
}

// R5, R6, R20.
function eliminate(board, { group }, stays) {
  const after = board.slice();
  for (let cell = 0; cell < CELLS; cell++) {
    if (group[cell] >= 0) {
      const level = board[cell] % 10;
      after[cell] = DATA.rules.promotion && stays.includes(cell) && level < 5 ? board[cell] + 1 : 0;
    } else if (board[cell] < 0) {
      const row = Math.floor(cell / COLS), col = cell % COLS;
      const beside = [row > 0 && cell - COLS, row < ROWS - 1 && cell + COLS, col > 0 && cell - 1, col < COLS - 1 && cell + 1];
      if (beside.some((other) => other !== false && group[other] >= 0)) after[cell]++;
    }
  }
  return after;
}

// R13, R14, R20; false where nobody knows what falls.
function settle(state) {
  const { board } = state;
  const lowestFree = (col) => {
    for (let row = ROWS - 1; row >= 0; row--) if (board[row * COLS + col] === 0) return row * COLS + col;
    return -1;
  };
  const stonesOnTop = (col) => {
    let n = 0;
    while (n < ROWS && board[n * COLS + col] < 0) n++;
    return n;
  };
  for (let col = 0; col < COLS; col++) {
    const pieces = [];
    for (let row = 0; row < ROWS; row++) if (board[row * COLS + col] > 0) pieces.push(board[row * COLS + col]);
    for (let row = ROWS - 1; row >= 0; row--) if (board[row * COLS + col] >= 0) board[row * COLS + col] = pieces.pop() || 0;
  }
  const order = Array.from({ length: COLS }, (_, col) => col).sort((a, b) => stonesOnTop(b) - stonesOnTop(a));
  while (board.includes(0)) {
    if (!DATA.rules.queue) return false;
    for (const col of order) {
      const free = lowestFree(col);
      if (free < 0) continue;
      board[free] = DATA.rules.queue[state.queue] * 10 + 1;
      state.queue = (state.queue + 1) % 12;
    }
  }
  return true;
}

// The state after a move, or null where the game refuses it (R8 to R12).
function playOn(from, move) {
  if (from.left < 1) return null;
  const state = { board: from.board.slice(), queue: from.queue, left: from.left };
  const at = ([row, col]) => row * COLS + col;
  if (move.swap) {
    const [a, b] = move.swap.map(at);
    const [first, second] = [state.board[a], state.board[b]];
    if (first <= 0 || second <= 0 || first === second) return null;
    const distance = Math.abs(move.swap[0][0] - move.swap[1][0]) + Math.abs(move.swap[0][1] - move.swap[1][1]);
    if (DATA.rules.adjacent && distance !== 1) return null;
    [state.board[a], state.board[b]] = [second, first];
    const found = matched(state.board);
    if (!found) return null;
    state.board = eliminate(state.board, found, [a, b]);
    state.left--;
  } else {
    const a = at(move.drag);
    if (state.board[a] <= 0) return null;
    if (state.board[a] % 10 < DATA.rules.refund) state.left--;
    state.board[a] = 0;
  }
  for (let round = 0; round < 1000; round++) {
    if (!settle(state)) return null;
    const found = matched(state.board);
    if (!found) return state;
    state.board = eliminate(state.board, found, found.centres);
  }
  return state;
}

// Every move that might be made in a state.
function* everyMove() {
  const place = (cell) => [Math.floor(cell / COLS), cell % COLS];
  for (let a = 0; a < CELLS; a++) {
    yield { drag: place(a) };
    for (let b = a + 1; b < CELLS; b++) yield { swap: [place(a), place(b)] };
  }
}
