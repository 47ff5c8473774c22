import { readFileSync } from 'node:fs';

const lookEveryMs = 500;
/** A look that comes this late says that the machine slept or was too busy to judge. */
const lateMs = 5_000;

/**
 * Calls back when npm, which has started us, is gone, or when the shell between npm and us was sent
 * SIGINT. npm hands its signals to that shell. Debian's (dash) dies of SIGTERM and keeps SIGINT to
 * itself until its command has ended, so that nothing of it arrives here.
 *
 * @param {(signal: 'SIGINT' | 'SIGTERM') => void} onEnd is called once
 * @returns {() => void} stops watching
 */
export function watchOwner(onEnd) {
  // Without npm, whoever started us may well leave us alone on purpose (nohup).
  if (!process.env.npm_lifecycle_event) return () => undefined;
  const parent = process.ppid;
  let last = look(parent);
  let lastTime = Date.now();
  let isSteady = false;
  const rebase = () => {
    isSteady = false;
  };
  // Ctrl-Z and `fg` wake the shell too.
  process.on('SIGCONT', rebase);
  const stop = () => {
    clearInterval(timer);
    process.off('SIGCONT', rebase);
  };
  const timer = setInterval(() => {
    const now = look(parent);
    if (Date.now() - lastTime > lateMs) rebase();
    const isGone = process.ppid !== parent || now?.parent !== last?.parent;
    // Nothing but a signal wakes a shell that waits for its only command.
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

/** Linux only; elsewhere `undefined`, and only our own parent's end is noticed. */
function look(pid) {
  let status;
  try {
    status = readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    // Not Linux, or it has ended, which `process.ppid` says.
    return undefined;
  }
  const field = name => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1];
  return {
    parent: field('PPid'),
    isShell: field('Name') === 'sh' || field('Name') === 'dash',
    switches: field('State') === 'S' ? field('voluntary_ctxt_switches') : undefined,
  };
}
