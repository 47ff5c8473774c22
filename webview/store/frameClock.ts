/** Runs a task before the next frame is painted. */
export type FrameClock = (task: () => void) => void;

/** Longest wait for a frame, in ms: a hidden page gets none and must not fall behind. */
const hiddenInterval = 250;

export const nextFrame: FrameClock = task => {
  if (document.hidden) {
    setTimeout(task, hiddenInterval);
    return;
  }
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
};
