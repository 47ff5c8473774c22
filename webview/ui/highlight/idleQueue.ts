/** Work in steps: `next` does one and says whether it was the last. */
export interface IdleTask {
  next(): boolean;
}

/** A slice of work ends before this many ms, as far as a step can be foreseen. */
const sliceBudget = 4;

const tasks = new Set<IdleTask>();
let scheduled = false;

/** Runs the task in short slices while the page is idle. Returns how to cancel it. */
export function runWhenIdle(task: IdleTask): () => void {
  tasks.add(task);
  schedule();
  return () => tasks.delete(task);
}

function schedule(): void {
  if (!scheduled && tasks.size > 0) {
    scheduled = true;
    requestIdleCallback(runSlice, { timeout: 500 });
  }
}

function runSlice(): void {
  scheduled = false;
  const start = performance.now();
  let now = start;
  let longestStep = 0;
  for (const task of tasks) {
    let done = false;
    while (!done && now - start + longestStep <= sliceBudget) {
      done = task.next();
      const after = performance.now();
      longestStep = Math.max(longestStep, after - now);
      now = after;
    }
    if (!done) {
      break;
    }
    tasks.delete(task);
  }
  schedule();
}
