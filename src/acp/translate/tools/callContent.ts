import { isObject } from '../../../base/json';
import { omitUndefined } from '../../../base/omitUndefined';
import type { ToolContent, ToolFamily } from '../../../contract/tools';
import { readToolResult } from '../../../protocol/toolResults';
import { absolutePath } from '../text/absolutePath';
import { boundedEnd, boundedText, insideFence } from '../text/foreignText';
import type { AcpLocation, CallPart } from '../wire/toolCall';
import { blockContent } from './blockContent';
import { diffContent } from './diffContent';
import { commandOutput, fieldsContent, outputText, rawContent } from './rawOutput';
import type { Terminals } from './terminals';

/** Output of a call so far. */
export interface CallOutput {
  readonly family: ToolFamily;
  readonly parts: readonly CallPart[];
  readonly raw: unknown;
  /** Claude Code's own result in parts, which its adapter adds. */
  readonly response: unknown;
  readonly locations: readonly AcpLocation[];
  /** File that the call is about, and the line at which its text begins. */
  readonly path: string | undefined;
  readonly startLine: number;
  readonly hasFailed: boolean;
  readonly terminals: Pick<Terminals, 'get'>;
  readonly cwd: string;
}

/** Converts the output of a call to what its card shows. */
export function callContent(output: CallOutput): readonly ToolContent[] {
  const { parts, family, hasFailed } = output;
  const changes = diffs(output);
  const terminals = parts.flatMap(part =>
    part.type === 'terminal' ? shownTerminal(part.terminalId, output) : [],
  );
  const texts = parts.flatMap(part =>
    part.type === 'block' && part.block.type === 'text' ? [part.block.text] : [],
  );
  const others = parts.flatMap(part =>
    part.type === 'block' && part.block.type !== 'text' ? blockContent(part.block, output.cwd) : [],
  );
  const unknown = parts.flatMap(part =>
    part.type === 'unknown' && isObject(part.wire) ? fieldsContent(part.wire) : [],
  );
  const hasCommand = family === 'bash' && terminals.length === 0;
  const said = hasCommand
    ? commandContent(texts, output)
    : hasFailed
      ? failure(texts, output)
      : textsContent(texts, output);
  const known = [...changes, ...terminals, ...said, ...others, ...unknown];
  return known.length > 0 ? known : rawContent(output.raw, output.cwd);
}

/** Diffs belong to the places in the same file, in order. */
function diffs({ parts, locations, response, cwd }: CallOutput): ToolContent[] {
  const patched = patchOf(response, cwd);
  if (patched) {
    return [patched];
  }
  const left = [...locations];
  return parts.flatMap(part => {
    if (part.type !== 'diff') {
      return [];
    }
    const at = left.findIndex(({ path }) => path === part.path);
    const [place] = at === -1 ? [] : left.splice(at, 1);
    return diffContent(part, place, cwd) ?? [];
  });
}

/** The patch in Claude Code's result has the real line numbers. */
function patchOf(response: unknown, cwd: string): ToolContent | undefined {
  const edit = readToolResult('edit', response);
  if (!edit || edit.structuredPatch.length === 0) {
    return undefined;
  }
  const path = absolutePath(edit.filePath, cwd);
  const lines = edit.structuredPatch.flatMap(hunk => hunk.lines);
  return path === undefined
    ? undefined
    : {
        type: 'diff',
        path,
        change: 'update',
        hunks: edit.structuredPatch,
        added: lines.filter(line => line.startsWith('+')).length,
        removed: lines.filter(line => line.startsWith('-')).length,
      };
}

function shownTerminal(id: string, { terminals, raw }: CallOutput): ToolContent[] {
  const shown = terminals.get(id);
  const { stdout, exitCode } = commandOutput(raw);
  const code = shown?.exit?.code ?? exitCode;
  return [
    omitUndefined({
      type: 'terminal' as const,
      stdout: shown?.text || boundedEnd(stdout ?? ''),
      stderr: '',
      exitCode: code ?? undefined,
      interrupted: shown?.exit?.signal ? true : undefined,
    }),
  ];
}

function commandContent(texts: readonly string[], output: CallOutput): ToolContent[] {
  const { response, raw, hasFailed } = output;
  const parts = readToolResult('bash', response);
  const known = commandOutput(raw);
  const text = texts.map(one => insideFence(one) ?? one).join('\n');
  const stdout = parts?.stdout ?? (text === '' ? (known.stdout ?? '') : text);
  const stderr = parts?.stderr ?? (text === '' ? (known.stderr ?? '') : '');
  const { exitCode } = known;
  const isEmpty = stdout === '' && stderr === '' && exitCode === undefined;
  if (isEmpty && (raw === undefined || raw === null || raw === '')) {
    return [];
  }
  if (isEmpty || (hasFailed && exitCode === undefined && parts === undefined)) {
    return failure(texts, output);
  }
  return [
    omitUndefined({
      type: 'terminal' as const,
      stdout: boundedEnd(stdout),
      stderr: boundedEnd(stderr),
      exitCode,
      interrupted: parts?.interrupted ? true : undefined,
    }),
  ];
}

function failure(texts: readonly string[], { raw }: CallOutput): ToolContent[] {
  const said = texts.map(one => insideFence(one) ?? one).join('\n');
  const text = withoutTags(said === '' ? (outputText(raw) ?? '') : said);
  return text.trim() === '' ? [] : [{ type: 'error', text: boundedText(text) }];
}

/** Removes the tags that Claude Code puts around errors for the model. */
function withoutTags(text: string): string {
  const inner = /^<tool_use_error>([\s\S]*)<\/tool_use_error>$/.exec(text.trim());
  return inner?.[1] ?? text;
}

function textsContent(texts: readonly string[], output: CallOutput): ToolContent[] {
  const { family, path, cwd } = output;
  const text = texts.join('\n');
  // Gemini says only what it has read: "Read lines 1-20 of 80 from a.ts".
  const isReport = /^(?:Read|Skipped)\b[^\n]*$/.test(text);
  if (family === 'read' && path !== undefined && text !== '' && !isReport) {
    return [fileContent(text, path, output.startLine)];
  }
  return texts.flatMap(one => blockContent({ type: 'text', text: one }, cwd));
}

/** Undoes a code block around the text, and line numbers as in `cat -n`. */
function fileContent(text: string, path: string, startLine: number): ToolContent {
  const plain = boundedText(insideFence(text) ?? text);
  const lines = plain.replace(/\n$/, '').split('\n');
  const numbered = lines.map(line => /^ *(\d+)[\t→](.*)$/.exec(line));
  const [first] = numbered;
  return first && numbered.every(line => line !== null)
    ? {
        type: 'file',
        path,
        text: numbered.map(line => line?.[2] ?? '').join('\n'),
        startLine: Number(first[1]),
      }
    : { type: 'file', path, text: plain, startLine };
}
