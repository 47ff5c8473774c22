/** Rows of the comparison, in the order of the report; less is better in each. */
export const rows = {
  activate: ['`require` and `activate` in a cold process, with a stub of the editor', 'CPU ms'],
  startClosure: ['code that is loaded by then', 'KB'],
  unusedHost: [
    'extension host of a window that does not use it, from its start, at rest',
    'CPU ms',
  ],
  unusedRss: ['RSS of that host', 'MB'],
  windowStart: ['extension host from its start to the open chat, at rest', 'CPU ms'],
  firstUse: ['of it, from the moment at which the chat is opened', 'CPU ms'],
  boxTime: ['time from then until a text box takes text', 'ms'],
  openingTime: ['time from then until the page has started', 'ms'],
  againFirstUse: [
    'the same in the next window, after a prompt in the first one: extension host',
    'CPU ms',
  ],
  againBoxTime: ['time until a text box takes text in that window', 'ms'],
  againOpeningTime: ['time until the page has started in that window', 'ms'],
  idleHostHeap: ['heap of the host with the chat open', 'MB'],
  idleHostRss: ['RSS of the host with the chat open', 'MB'],
  idlePageHeap: ['heap of the window with the chat open', 'MB'],
  idleElements: ['elements in the page', ''],
  firstPrompt: ['first prompt of a window: Enter → first text in the page', 'ms'],
  firstAgainstLater: ['first prompt against a later one', '×'],
  enterToCli: ['Enter → bytes at the CLI', 'ms'],
  deltaToPage: ['first delta → page, when the answer comes at once', 'ms'],
  total: ['Enter → first text in the page', 'ms'],
  lateDeltaToPage: ['first delta → page, 150 ms after the prompt', 'ms'],
  busyEnterToCli: ['with all cores busy: Enter → bytes at the CLI', 'ms'],
  busyTotal: ['with all cores busy: Enter → first text in the page', 'ms'],
  busyLateDeltaToPage: ['with all cores busy: first delta → page, 150 ms after the prompt', 'ms'],
  streamPage: ['100 KB streamed at 2,000 tokens/s: thread of the window', 'CPU ms'],
  streamHost: ['100 KB streamed: extension host', 'CPU ms'],
  streamBytes: ['100 KB streamed: posted to the page', 'KB'],
  streamMessages: ['100 KB streamed: messages', ''],
  streamSlowFrames: ['100 KB streamed: frames over 25 ms', '%'],
  longStreamPage: ['500 KB streamed: thread of the window', 'CPU ms'],
  longStreamHost: ['500 KB streamed: extension host', 'CPU ms'],
  roundsPage: ['500 tool calls in one turn: thread of the window', 'CPU ms'],
  roundsHost: ['500 tool calls in one turn: extension host', 'CPU ms'],
  roundsElements: ['500 tool calls in one turn: elements added', ''],
  roundsPageHeap: ['500 tool calls in one turn: heap of the window added', 'MB'],
  package: ['the packed extension (.vsix)', 'KB'],
} as const;

export type RowId = keyof typeof rows;

export const rowIds = Object.keys(rows) as readonly RowId[];

/** Result of one row in one round. */
export type Measured = number | { readonly notRun: string };

/** Results of one product in one round. */
export type RoundResults = Partial<Record<RowId, Measured>>;
