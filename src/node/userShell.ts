import { isAbsolute } from 'node:path';
import { fileProbe } from './executable';
import { windowsTool } from './runTool';
import { type PipedProcess, type SpawnRequest, spawnProcess } from './spawnProcess';

/** Bytes of one line of output; what is longer than that is skipped. */
const longestLine = 1024 * 1024;

type ShellStart = Pick<SpawnRequest, 'cwd' | 'platform' | 'log' | 'clock'> & {
  readonly env: Record<string, string>;
};

/**
 * Runs a line in the user's shell, without a terminal.
 * @param input all that the line can read
 * @throws UserError `spawn.*`
 */
export async function runInShell(
  line: string,
  start: ShellStart,
  input = '',
): Promise<PipedProcess> {
  const { command, args } = await shellFor(line, start);
  const request = { ...start, command, args, lineLimit: longestLine };
  const process = await spawnProcess({ ...request, env: { ...start.env, ...withoutTerminal } });
  if (input !== '') {
    // A line that does not read its input ends all the same.
    void process.write(input).catch((error: unknown) => start.log?.debug('Input', error));
  }
  process.endInput();
  return process;
}

/** Nothing may wait for keys, or draw on a screen that is not there. */
export const withoutTerminal = {
  TERM: 'dumb',
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
};

async function shellFor(
  line: string,
  { env, platform }: ShellStart,
): Promise<{ command: string; args: readonly string[] }> {
  if (platform === 'win32') {
    const command = windowsTool('WindowsPowerShell\\v1.0\\powershell.exe', env);
    return { command, args: ['-NoLogo', '-NonInteractive', '-Command', line] };
  }
  const { SHELL: own = '' } = env;
  const isUsable = isAbsolute(own) && (await fileProbe.isExecutable(own));
  return { command: isUsable ? own : '/bin/sh', args: ['-c', line] };
}
