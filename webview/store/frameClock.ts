/** Runs a task before the next frame is painted: in a microtask, or when the frame begins. */
export type FrameClock = (task: () => void) => void;

/** Longest wait for a frame, in ms: a hidden page gets none and must not fall behind. */
const hiddenInterval = 250;
/** Work in one frame, in ms, after which tasks wait for the next: a quarter of a frame. */
const enough = 4;

/**
 * Creates a clock that runs tasks at once, so that what arrives is in the document without waiting
 * for a frame. Tasks wait only when those of the same frame have taken long, for example when many
 * messages arrive together.
 */
export function createFrameClock(now: () => number = () => performance.now()): FrameClock {
  let worked = 0;
  let isCounting = false;
  const run = (task: () => void) => {
    if (!isCounting) {
      isCounting = true;
      beforeNextFrame(() => {
        isCounting = false;
        worked = 0;
      });
    }
    // After the messages that have arrived together.
    queueMicrotask(() => {
      const start = now();
      task();
      // Components render in a microtask that the task has queued.
      queueMicrotask(() => {
        worked += now() - start;
      });
    });
  };
  return task => {
    if (document.hidden) {
      setTimeout(task, hiddenInterval);
    } else if (worked < enough) {
      run(task);
    } else {
      beforeNextFrame(() => run(task));
    }
  };
}

function beforeNextFrame(task: () => void): void {
  let isDone = false;
  const once = () => {
    if (!isDone) {
      isDone = true;
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      task();
    }
  };
  const frame = requestAnimationFrame(once);
  const timer = setTimeout(once, hiddenInterval);
}
