import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { messageOf, UserError } from '../base/errors';
import { startHeadlessRun } from '../cli/headless/headlessRun';
import type { HeadlessResult } from '../cli/headless/headlessTypes';
import { isFolder } from '../node/isFolder';
import { BadUsage } from './badUsage';
import { chooseCli } from './chooseCli';
import type { RunOptions } from './commandLine';
import type { EndingSignals } from './endingSignals';
import { codeOf, exitCodes } from './exitCodes';
import { jsonOutput } from './output/jsonOutput';
import type { RunFacts, RunOutput, Sink } from './output/runOutput';
import { streamOutput } from './output/streamOutput';
import { textOutput } from './output/textOutput';
import { readPrompt } from './prompt/readPrompt';
import { readSchema } from './readSchema';
import { openWorktree } from './runWorktree';

/**
 * Runs one prompt.
 * @returns the exit code
 * @throws BadUsage, UserError before the CLI is started
 */
export async function run(
  options: RunOptions,
  sink: Sink,
  stdin: () => NodeJS.ReadStream,
  ending: EndingSignals,
): Promise<number> {
  const { signal } = ending;
  const cwd = resolve(options.cwd ?? '.');
  if (!(await isFolder(cwd))) {
    throw new BadUsage(`${cwd} is not a folder.`);
  }
  const needsVersion = options.schema !== undefined || options.agent !== undefined;
  const [prompt, schema, cli] = await Promise.all([
    readPrompt(options, cwd, stdin, signal),
    options.schema === undefined ? undefined : readSchema(options.schema),
    chooseCli(options.cli, needsVersion, signal),
  ]);
  signal.throwIfAborted();
  const worktree =
    options.worktree === undefined
      ? undefined
      : await openWorktree(cwd, options.worktree, options.trustsFolder, signal);
  const output = outputOf(options, sink);
  const allow = options.trustsFolder ? [...options.allow, ...prompt.allow] : options.allow;
  // Nobody can have made a folder of this name for us to write to.
  const scratch = join(tmpdir(), `tandem-run-${randomUUID()}`);
  const removeScratch = () => rmSync(scratch, { recursive: true, force: true });
  const started = startHeadlessRun({
    ...{ cli, environment: cli.env, cwd: worktree?.cwd ?? cwd, prompt: prompt.text, allow },
    ...{ trustFolder: options.trustsFolder, isStreamed: isStreamed(options) },
    ...optional({ model: options.model ?? prompt.model, agent: options.agent, schema }),
    ...optional({ maxTurns: options.maxTurns, maxBudgetUsd: options.maxBudgetUsd }),
    scratchFolder: scratch,
  });
  started.onFrame(frame => output.onFrame(frame));
  started.onText(text => output.onText(text));
  started.onNotice(notice => sink.err(`${notice}\n`));
  started.onErrorLine(line => options.isVerbose && sink.err(`${line}\n`));
  const stop = () => void started.stop();
  const forced = ending.onForced(() => {
    started.dispose();
    removeScratch();
  });
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) {
    stop();
  }
  const keep = (error: unknown) => {
    sink.err(`The worktree could not be removed: ${messageOf(error)}\n`);
    return true;
  };
  let result: HeadlessResult;
  let isKept = false;
  try {
    result = await started.result;
  } finally {
    forced.dispose();
    removeScratch();
    signal.removeEventListener('abort', stop);
    isKept = (await worktree?.close().catch(keep)) ?? false;
  }
  const facts: RunFacts =
    worktree && isKept ? { worktree: { path: worktree.path, branch: worktree.branch } } : {};
  output.end(result, facts);
  return codeOf(result, options.failsOnDenied);
}

function isStreamed({ output, isPartial, isVerbose }: RunOptions): boolean {
  return output === 'stream-json' ? isPartial : output === 'text' && isVerbose;
}

function outputOf({ output, isVerbose }: RunOptions, sink: Sink): RunOutput {
  switch (output) {
    case 'text':
      return textOutput(sink, isVerbose);
    case 'json':
      return jsonOutput(sink);
    case 'stream-json':
      return streamOutput(sink);
  }
}

type Present<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

/** Leaves out what is undefined. */
function optional<T extends object>(values: T): Present<T> {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Present<T>;
}

/** Exit code of an error before the CLI was started. */
export function codeOfError(error: unknown): number {
  if (error instanceof BadUsage) {
    return exitCodes.usage;
  }
  const isOfCli = error instanceof UserError && /^(?:cli|spawn)\./.test(error.code);
  return isOfCli ? exitCodes.noCli : exitCodes.failed;
}
