/** Events by which text may come into the message box: from the user, or from the host. */
const events = [
  'keydown',
  'beforeinput',
  'compositionstart',
  'pointerdown',
  'paste',
  'drop',
  'message',
] as const;
/** Longest wait, in ms: little more than a frame. */
const longestWait = 20;

const waiting = new Set<() => void>();

// While this file is loaded: a window calls listeners of its own events, such as messages, in the
// order in which they were added, whether they capture or not.
for (const name of events) {
  window.addEventListener(name, runAll, { capture: true });
}

/**
 * Runs a task a little later, but before any event that may change the message box. What the task
 * renders in a microtask is in the document before other handlers of that event run.
 *
 * Rendering right after a key holds back what the key has sent: Blink defers the delivery of
 * messages, like other tasks of the window's thread, until the frame that the key has caused.
 * @returns a function that leaves the task out, if it has not run yet
 */
export function soonBeforeInput(task: () => void): () => void {
  const cancel = () => {
    waiting.delete(run);
    clearTimeout(timer);
  };
  const run = () => {
    cancel();
    task();
  };
  const timer = setTimeout(run, longestWait);
  waiting.add(run);
  return cancel;
}

function runAll(): void {
  for (const run of waiting) {
    run();
  }
}
