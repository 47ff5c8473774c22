import * as l10n from '@vscode/l10n';
import type { Text } from '../../contract/content';
import type { ToolCall } from '../../contract/tools';
import { fenced, languageOf } from '../../core/export/markdown/fences';
import { codeSpan } from '../nativeText/codeSpan';
import { linesText, lineText } from '../nativeText/neutral';

/** UTF-16 units and lines of a request that the Chat view shows; a longer one is cut. */
const mostUnits = 6_000;
const mostLines = 80;
/** UTF-16 units of a line, and of a gap in it: the Chat view does not wrap lines of code. */
const longestLine = 400;
const gap = /(?:\S[^\S\n]{40,}|^[^\S\n]{100,})\S/;
/** UTF-16 units of a line that a narrow view shows whole; a code block has a longer one scrolled. */
const narrowLine = 24;

export interface CallText {
  readonly markdown: string;
  /** True if nothing of the request is missing, so that it can be allowed by what is shown. */
  readonly isWhole: boolean;
}

/** Shows all that a call would do, as Markdown in which nothing of it is markup. */
export function callText(call: ToolCall): CallText {
  const parts = partsOf(call);
  const rest =
    call.otherInput && Object.keys(call.otherInput).length > 0 ? [json(call.otherInput)] : [];
  const shown = [...parts, ...rest].map(cut);
  // A command is its own target, and is shown whole below.
  const target = call.family === 'bash' ? '' : (call.target ?? '');
  const isPlain = lineText(target).replace(/\s+/g, ' ') === target;
  const isWhole = isPlain && call.input !== undefined && shown.every(part => part.isWhole);
  return {
    markdown: [codeSpan(target), ...shown.map(part => part.markdown)].filter(Boolean).join('\n\n'),
    isWhole,
  };
}

interface Part {
  readonly text: Text;
  readonly language: string;
  /** True if a text in it is stored elsewhere. */
  readonly isCut?: boolean;
}

function partsOf(call: ToolCall): readonly Part[] {
  switch (call.family) {
    case 'bash':
      return call.input
        ? [
            { text: call.input.command, language: 'sh' },
            ...(call.input.background ? [note(l10n.t('Runs in the background'))] : []),
          ]
        : [];
    case 'write':
      return call.input
        ? [{ text: call.input.content, language: languageOf(call.input.path) }]
        : [];
    case 'edit':
      return (call.input?.edits ?? []).flatMap(({ oldText, newText, replaceAll }) => [
        ...marked(oldText, newText),
        ...(replaceAll ? [note(l10n.t('Everywhere in the file'))] : []),
      ]);
    case 'mcp':
    case 'other':
      return call.input ? [json(call.input.arguments)] : [];
    default:
      return call.input ? [json(call.input)] : [];
  }
}

/** The lines of an edit as a diff; a text that is stored elsewhere is shown by its start. */
function marked(oldText: Text, newText: Text): readonly Part[] {
  if (typeof oldText !== 'string' || typeof newText !== 'string') {
    return [
      { text: oldText, language: '' },
      { text: newText, language: '' },
    ];
  }
  const lines = [...withSign('-', oldText), ...withSign('+', newText)];
  return [{ text: lines.join('\n'), language: 'diff' }];
}

function withSign(sign: string, text: string): readonly string[] {
  return text === '' ? [] : text.split('\n').map(line => `${sign}${line}`);
}

function json(value: unknown): Part {
  return { text: JSON.stringify(value, null, 2), language: 'json', isCut: hasBlob(value) };
}

function note(text: string): Part {
  return { text, language: '' };
}

function hasBlob(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  return ('blob' in value && 'preview' in value) || Object.values(value).some(hasBlob);
}

function cut({ text, language, isCut = false }: Part): CallText {
  const known = typeof text === 'string' ? text : text.preview;
  const plain = linesText(known);
  // Characters that hide or reorder text are not shown, so the rest is not what would run.
  const isPlain = plain === known.replaceAll('\r\n', '\n');
  const lines = plain.split('\n');
  const kept = lines.slice(0, mostLines).join('\n').slice(0, mostUnits);
  return {
    markdown: kept === '' ? '' : language === 'sh' ? commandText(kept) : fenced(kept, language),
    isWhole:
      isPlain &&
      !isCut &&
      typeof text === 'string' &&
      kept.length === plain.length &&
      lines.every(line => line.length <= longestLine && !gap.test(line)),
  };
}

/** Inline code is wrapped, so that the end of a long command is not out of sight; it joins spaces. */
function commandText(command: string): string {
  const wraps = command.length > narrowLine && !/[^\S ]| {2}|^ | $/.test(command);
  return wraps ? codeSpan(command) : fenced(command, 'sh');
}
