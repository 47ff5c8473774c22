import { readFileSync } from 'node:fs';

const lookEveryMs = 500;
/** Delay of a check that indicates sleep or a machine too busy for a reliable result. */
const lateMs = 5_000;

/**
 * Calls back when npm, which started us, has ended, or when the shell between npm and us received
 * SIGINT. npm passes its signals to that shell. Debian's shell (dash) dies of SIGTERM but holds
 * back SIGINT until its command has ended, so that no signal arrives here.
 * @param {(signal: 'SIGINT'
 * 'SIGTERM') => void} onEnd is called once
 * @returns {() => void} stops watching
 */
export function watchOwner(onEnd) {
  // Without npm, the parent may have detached us on purpose (nohup).
  if (!process.env.npm_lifecycle_event) return () => undefined;
  const parent = process.ppid;
  let last = look(parent);
  let lastTime = Date.now();
  let isSteady = false;
  const rebase = () => {
    isSteady = false;
  };
  // Ctrl-Z and `fg` also wake the shell.
  process.on('SIGCONT', rebase);
  const stop = () => {
    clearInterval(timer);
    process.off('SIGCONT', rebase);
  };
  const timer = setInterval(() => {
    const now = look(parent);
    if (Date.now() - lastTime > lateMs) rebase();
    const isGone = process.ppid !== parent || now?.parent !== last?.parent;
    // Only a signal wakes a shell that waits for its only command.
    const wasWoken = isSteady && now?.isShell && now.switches !== last?.switches;
    isSteady = now?.switches === last?.switches;
    last = now;
    lastTime = Date.now();
    if (!isGone && !wasWoken) return;
    stop();
    onEnd(isGone ? 'SIGTERM' : 'SIGINT');
  }, lookEveryMs);
  timer.unref();
  return stop;
}

/**
 * Reads a process on Linux; elsewhere only the end of our own parent is noticed.
 * @returns undefined if the process has ended or cannot be read
 */
function look(pid) {
  let status;
  try {
    status = readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    // Not Linux, or the process has ended, which `process.ppid` shows.
    return undefined;
  }
  const field = name => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1];
  return {
    parent: field('PPid'),
    isShell: field('Name') === 'sh' || field('Name') === 'dash',
    switches: field('State') === 'S' ? field('voluntary_ctxt_switches') : undefined,
  };
}
