import { messageOf, UserError } from '../base/errors';
import { promptVariable } from '../base/runProgram';
import { BadUsage } from './badUsage';
import { type RunOptions, readCommandLine } from './commandLine';
import { EndingSignals } from './endingSignals';
import { exitCodes } from './exitCodes';
import { helpText } from './helpText';
import { ProgramOutput } from './output/programOutput';
import type { Sink } from './output/runOutput';
import { codeOfError, run } from './run';

/** Replaced by the bundler. */
declare const tandemVersion: string;

const ending = new EndingSignals();
const given = process.env[promptVariable];
delete process.env[promptVariable];
const output = new ProgramOutput(() => ending.abort());

// The exit code is set, and the program not ended: output on its way must arrive.
void main(process.argv.slice(2), output).then(code => {
  process.exitCode = ending.code ?? output.code ?? code;
  if (ending.code !== undefined) {
    output.giveUp();
  }
  ending.dispose();
});

async function main(argv: readonly string[], sink: Sink): Promise<number> {
  try {
    const line = readCommandLine(argv);
    switch (line.kind) {
      case 'help':
        sink.out(helpText);
        return exitCodes.success;
      case 'version':
        sink.out(`${tandemVersion}\n`);
        return exitCodes.success;
      case 'run':
        return await run(withPrompt(line.options), sink, () => process.stdin, ending);
    }
  } catch (error) {
    if (!ending.signal.aborted) {
      sink.err(`tandem: ${messageOf(error)}\n${hintOf(error)}`);
    }
    return codeOfError(error);
  }
}

/** Takes the prompt of the program that has started this one. */
function withPrompt(options: RunOptions): RunOptions {
  const isMissing = options.prompt === undefined && options.promptFile === undefined;
  return isMissing ? { ...options, prompt: given } : options;
}

function hintOf(error: unknown): string {
  if (error instanceof BadUsage) {
    return '"tandem --help" lists the options.\n';
  }
  return error instanceof UserError && error.detail ? `${error.detail}\n` : '';
}
