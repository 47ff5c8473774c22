/** Stepwise task; `next` runs one step and returns true after the last. */
export interface IdleTask {
  next(): boolean;
}

/** Longest slice in ms, judging by the longest step so far. */
const sliceBudget = 4;

const tasks = new Set<IdleTask>();
let scheduled = false;

/**
 * Runs a task in short slices while the page is idle.
 * @returns a function that cancels it
 */
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
      done = runStep(task);
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

/** A task that fails has ended: the others go on, and the error is reported like any other. */
function runStep(task: IdleTask): boolean {
  try {
    return task.next();
  } catch (error) {
    reportError(error);
    return true;
  }
}
