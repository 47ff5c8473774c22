import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Unavailable } from './provisions/unavailable';

const unreachable = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH/;

export interface RunOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Receives the program's output, line by line. */
  onLine?: (line: string) => void;
  /** Milliseconds without output after which the program is killed. Default: never. */
  silenceMs?: number;
}

/** Runs a program to its end; if it fails, rejects with the tail of its output. */
export function runProgram(
  command: string,
  args: readonly string[],
  { onLine, silenceMs, ...options }: RunOptions = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      ...options,
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
    const silence = silenceMs === undefined ? undefined : setTimeout(() => child.kill(), silenceMs);
    let stdout = '';
    let stderr = '';
    let line = '';
    const hear = (chunk: string) => {
      silence?.refresh();
      const lines = (line + chunk).split(/[\r\n]+/);
      line = lines.pop() ?? '';
      for (const one of lines) onLine?.(one);
    };
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      stdout += chunk;
      hear(chunk);
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      stderr += chunk;
      hear(chunk);
    });
    child.on('error', error => {
      clearTimeout(silence);
      reject(error);
    });
    child.on('close', (code, signal) => {
      clearTimeout(silence);
      if (code === 0) return resolve(stdout);
      const tail = `${stderr}\n${stdout}`.trim().slice(-2_000);
      reject(new Error(`${command} ${args.join(' ')} ended with ${signal ?? code}:\n${tail}`));
    });
  });
}

/** Runs npm with the user's configuration (registry, proxy); explains errors when offline. */
export async function runNpm(args: readonly string[], cwd: string, what: string): Promise<string> {
  const [command, ...prefix] = npmCommand();
  // npm's default pause of 10 s before a retry makes a missing network look like a hang.
  const quick = ['--fetch-retry-mintimeout=1000', '--no-update-notifier'];
  try {
    return await runProgram(command, [...prefix, ...args, ...quick], { cwd });
  } catch (error) {
    const output = error instanceof Error ? error.message : String(error);
    const network = unreachable.exec(output)?.[0];
    throw network
      ? new Unavailable(
          `the npm registry cannot be reached to fetch ${what} (${network})`,
          'connect, or set npm\u2019s registry and proxy',
          { cause: error },
        )
      : new Unavailable(
          `npm could not fetch ${what} (${npmReason(output)})`,
          'see whether your npm registry has it',
          { cause: error },
        );
  }
}

/** Returns the line in which npm names the cause. */
function npmReason(output: string): string {
  const told = output
    .split('\n')
    .map(line => /^npm error (?!code |errno |syscall |A complete log)(.+)/.exec(line)?.[1])
    .find(line => line !== undefined);
  return told ?? output.trim().split('\n').at(-1) ?? '';
}

/** Returns npm's own script where possible: `npm.cmd` cannot be spawned without a shell. */
export function npmCommand(): [string, ...string[]] {
  const bin = dirname(process.execPath);
  const candidates = [
    process.env.npm_execpath,
    join(bin, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(bin, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ];
  const script = candidates.find(path => path?.endsWith('npm-cli.js') && existsSync(path));
  return script ? [process.execPath, script] : ['npm'];
}
