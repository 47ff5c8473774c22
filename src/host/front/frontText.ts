import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import { textTokens } from '../../base/tokenEstimate';
import type { FrontContext, LineRange } from '../../contract/mentions';
import type { ContextBlock } from '../../protocol/agentSource';
import { nearPath } from '../editor/nearPath';

/** Longest selection that goes along with a message. */
export const longestSelection = { lines: 2_000, units: 200_000 } as const;

/** Active editor at one moment. */
export interface Front {
  readonly id: string;
  /** Absolute path; a document without a file has a name only. */
  readonly path?: string;
  /** Name of a document without a file. */
  readonly name?: string;
  /** Number of a notebook's cell, 1-based. */
  readonly cell?: number;
  /** Absent for a file of which nothing is selected. */
  readonly selection?: SelectedText;
}

export interface SelectedText {
  /** Lines of `text`, 1-based. */
  readonly lines: LineRange;
  readonly text: string;
  /** True if more was selected. */
  readonly isCut: boolean;
}

/** Shortens the text of these lines, 1-based, of which the first may be selected in part. */
export function cutSelection(text: string, { start, end }: LineRange): SelectedText {
  const isLong = end - start >= longestSelection.lines;
  const whole = isLong ? text.split('\n').slice(0, longestSelection.lines).join('\n') : text;
  const kept = whole.slice(0, longestSelection.units).replace(/[\ud800-\udbff]$/, '');
  if (kept.length === text.length) {
    return { lines: { start, end }, text, isCut: false };
  }
  return { lines: { start, end: start + kept.split('\n').length - 1 }, text: kept, isCut: true };
}

/** Describes it for the page of a conversation that works in a folder. */
export function frontContext(front: Front, cwd: string): FrontContext {
  const { id, selection } = front;
  const hasOwnName = front.path === undefined || front.cell !== undefined;
  return {
    id,
    kind: selection ? 'selection' : 'file',
    path: placeOf(front, cwd),
    ...(selection ? { lines: selection.lines } : {}),
    ...(hasOwnName ? { name: nameOf(front) } : {}),
    ...(selection?.isCut ? { isCut: true as const } : {}),
    tokens: textTokens((selection?.text ?? openText(fullPlace(front, cwd))).length),
  };
}

/** Content that goes to the agent with a message. */
export function frontBlock(front: Front, cwd: string): ContextBlock {
  const { selection } = front;
  const full = fullPlace(front, cwd);
  if (!selection) {
    return {
      kind: 'openFile',
      title: l10n.t('Open in the editor: {0}', full),
      text: openText(full),
    };
  }
  const { lines, text, isCut } = selection;
  const title = titleOf(full, lines);
  return {
    kind: 'selection',
    title: isCut ? l10n.t('{0} (beginning)', title) : title,
    text,
  };
}

/** Name for the user: of the cell, of the file, or of the document. */
export function nameOf({ path, name, cell }: Pick<Front, 'path' | 'name' | 'cell'>): string {
  const whole = name ?? (path === undefined ? '' : basename(path));
  return cell === undefined ? whole : l10n.t('{0}, cell {1}', whole, cell);
}

function openText(place: string): string {
  return `The user has ${place} open in the editor.`;
}

function fullPlace(front: Front, cwd: string): string {
  const place = placeOf(front, cwd);
  return front.cell === undefined ? place : l10n.t('{0}, cell {1}', place, front.cell);
}

function titleOf(place: string, { start, end }: LineRange): string {
  return start === end
    ? l10n.t('Selection in {0}, line {1}', place, start)
    : l10n.t('Selection in {0}, lines {1}–{2}', place, start, end);
}

function placeOf({ path, name }: Front, cwd: string): string {
  return path === undefined ? (name ?? '') : nearPath(path, cwd);
}
