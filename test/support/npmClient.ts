import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

const unreachable = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH/;

/** Runs a program to its end; rejects with the tail of what it printed when it fails. */
export function runProgram(
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      ...options,
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', chunk => {
      stdout += chunk;
    });
    child.stderr.setEncoding('utf8').on('data', chunk => {
      stderr += chunk;
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) return resolve(stdout);
      const tail = `${stderr}\n${stdout}`.trim().slice(-2_000);
      reject(new Error(`${command} ${args.join(' ')} ended with ${signal ?? code}:\n${tail}`));
    });
  });
}

/** Runs npm with the user's own configuration (registry, proxy); says in words when offline. */
export async function runNpm(args: readonly string[], cwd: string, what: string): Promise<string> {
  const [command, ...prefix] = npmCommand();
  // npm's default pause of 10 s before a retry makes a missing network look like a hang.
  const quick = ['--fetch-retry-mintimeout=1000', '--no-update-notifier'];
  try {
    return await runProgram(command, [...prefix, ...args, ...quick], { cwd });
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    const network = unreachable.exec(cause)?.[0];
    throw new Error(
      network
        ? `Cannot reach the npm registry to fetch ${what} (${network}). ` +
            'Connect once (or set npm\u2019s registry and proxy); it is kept in the cache after that.'
        : `npm could not fetch ${what}: ${cause}`,
      { cause: error },
    );
  }
}

/** npm's own script where it can be found: `npm.cmd` cannot be spawned without a shell. */
function npmCommand(): [string, ...string[]] {
  const bin = dirname(process.execPath);
  const candidates = [
    process.env.npm_execpath,
    join(bin, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(bin, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ];
  const script = candidates.find(path => path?.endsWith('npm-cli.js') && existsSync(path));
  return script ? [process.execPath, script] : ['npm'];
}
