import { isObject } from '../../base/json';
import type {
  HeadlessDenial,
  HeadlessFrame,
  HeadlessResult,
} from '../../cli/headless/headlessTypes';
import { findingLines } from './findingLines';
import type { RunOutput, Sink } from './runOutput';
import { toolLine } from './toolLine';

/**
 * Writes the answer to stdout, and what was denied or went wrong to stderr. A verbose one writes text
 * as it comes, and names the tools and the cost on stderr.
 */
export function textOutput(sink: Sink, isVerbose: boolean): RunOutput {
  return new TextOutput(sink, isVerbose);
}

class TextOutput implements RunOutput {
  private isLineOpen = false;
  private hasText = false;
  private answered: string | undefined;

  constructor(
    private readonly sink: Sink,
    private readonly isVerbose: boolean,
  ) {}

  onFrame({ parsed }: HeadlessFrame): void {
    if (parsed.kind !== 'frame') {
      return;
    }
    const { frame } = parsed;
    if (frame.type === 'result' && frame.subtype === 'success' && !frame.is_error) {
      // The process may take a while to end.
      this.answer(frame.structured_output ?? undefined, frame.result ?? '');
    }
    if (!this.isVerbose || frame.type !== 'assistant') {
      return;
    }
    const { content } = frame.message;
    for (const block of Array.isArray(content) ? content.filter(isObject) : []) {
      if (block.type === 'tool_use') {
        const input = isObject(block.input) ? block.input : {};
        this.note(`→ ${toolLine(String(block.name), input)}`);
      }
    }
    // Messages follow one another in lines of their own.
    this.closeLine();
  }

  onText(text: string): void {
    if (this.isVerbose) {
      this.write(text);
    }
  }

  end(result: HeadlessResult, { worktree }: Parameters<RunOutput['end']>[1]): void {
    this.answer(result.structured, result.text);
    for (const denial of result.denials) {
      this.note(deniedLine(denial));
    }
    if (worktree) {
      this.note(`The changes are in ${worktree.path}, on the branch ${worktree.branch}.`);
    }
    if (result.error && result.error.message !== result.text) {
      this.note(errorLines(result.error));
    }
    if (this.isVerbose) {
      this.note(totals(result));
    }
  }

  /** Writes an answer once; background work may lead to another one. */
  private answer(value: unknown, text: string): void {
    const isWritten = value === undefined && this.isVerbose && this.hasText;
    const answer = value === undefined ? text : (findingLines(value) ?? JSON.stringify(value));
    if (answer !== this.answered && !isWritten) {
      this.closeLine();
      this.write(answer);
    }
    this.answered = answer;
    this.closeLine();
  }

  private write(text: string): void {
    if (text !== '') {
      this.sink.out(text);
      this.hasText = true;
      this.isLineOpen = !text.endsWith('\n');
    }
  }

  private closeLine(): void {
    if (this.isLineOpen) {
      this.sink.out('\n');
      this.isLineOpen = false;
    }
  }

  private note(line: string): void {
    this.closeLine();
    this.sink.err(`${line}\n`);
  }
}

function deniedLine({ tool, input }: HeadlessDenial): string {
  return `Denied: ${toolLine(tool, input)}`;
}

function errorLines({ message, detail }: { message: string; detail: string | undefined }): string {
  return detail === undefined || message.includes(detail) ? message : `${message}\n${detail}`;
}

function totals({ turns, costUsd, durationMs }: HeadlessResult): string {
  const parts = [
    `${turns} ${turns === 1 ? 'turn' : 'turns'}`,
    `${(durationMs / 1000).toFixed(1)} s`,
  ];
  return [...parts, ...(costUsd === undefined ? [] : [`$${costUsd.toFixed(4)}`])].join(', ');
}
