// node scripts/run.mjs <task> [arguments]: runs scripts/<task>.ts even on a machine without
// installed dependencies. Therefore plain JavaScript without dependencies.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { watchOwner } from './owner.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const oldestNode = 20;

/** Returns the reason to run `npm ci`, or undefined if the installation matches the lock file. */
export function reasonToInstall(folder) {
  const installed = readLock(join(folder, 'node_modules', '.package-lock.json'));
  if (!installed) return 'dependencies are not installed';
  const locked = readLock(join(folder, 'package-lock.json')) ?? {};
  for (const [path, entry] of Object.entries(locked)) {
    // Optional packages of other platforms are never installed; the root entry is the project.
    if (path === '' || entry.optional) continue;
    const present = installed[path];
    if (present?.version === entry.version && present?.integrity === entry.integrity) continue;
    return `${path} is not what package-lock.json says`;
  }
  return undefined;
}

function readLock(file) {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  } catch {
    // Truncated by an interrupted install: counts as not installed.
    return undefined;
  }
}

function tasks() {
  const files = readdirSync(join(root, 'scripts'));
  return files.filter(name => name.endsWith('.ts')).map(name => name.slice(0, -'.ts'.length));
}

/**
 * Runs a program that shares our terminal; resolves with the exit code or the signal's name. Passes
 * on signals, even those that a terminal has sent to both: tasks tolerate a second one.
 */
function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    const forward = signal => child.kill(signal);
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, forward);
    const stopWatching = watchOwner(forward);
    const settle = () => {
      stopWatching();
      for (const signal of signals) process.off(signal, forward);
    };
    child.on('error', error => {
      settle();
      reject(error);
    });
    child.on('exit', (code, signal) => {
      settle();
      resolve(signal ?? code ?? 1);
    });
  });
}

function install(reason) {
  console.log(`Running npm ci, because ${reason}`);
  const args = ['ci', '--no-audit', '--no-fund'];
  const npm = process.env.npm_execpath;
  if (npm?.endsWith('.js')) return run(process.execPath, [npm, ...args]);
  // On Windows npm is a .cmd file, which only a shell can start.
  return run('npm', args, { shell: process.platform === 'win32' });
}

async function main([task, ...args]) {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < oldestNode) {
    console.error(`Node ${oldestNode} or newer is needed, this is ${process.versions.node}.`);
    return 1;
  }
  if (!task || !tasks().includes(task)) {
    const known = tasks().join(', ') || 'none';
    console.error(task ? `There is no task "${task}".` : 'Say which task to run.');
    console.error(`Usage: node scripts/run.mjs <task> [arguments]. Tasks: ${known}.`);
    return 2;
  }
  const reason = reasonToInstall(root);
  if (reason) {
    const installed = await install(reason);
    if (installed !== 0) {
      console.error('npm ci failed; nothing was run.');
      return installed;
    }
  }
  // Through the channel, a task notices that this process was killed.
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
  const script = join('scripts', `${task}.ts`);
  return run(process.execPath, ['--import', 'tsx', script, ...args], { stdio });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const result = await main(process.argv.slice(2));
  if (typeof result === 'number') process.exitCode = result;
  else process.kill(process.pid, result);
}
