import type { FileHandle } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import type { AbortSignalLike } from '../../base/abort';
import type { Todo } from '../../contract/content';
import { blocksOf } from '../../protocol/blocks';
import {
  type ConversationLine,
  parseSessionLine,
  type SessionLine,
} from '../../protocol/sessionLine';
import type { OlderFacts } from '../../protocol/storedSession';
import { chainEvents, titleOf } from './sessionEvents';
import { type PageSize, readPage, type SessionPage } from './sessionPage';
import { promptText, startsTurn } from './storedText';
import { type Bounds, boundsIn } from './textBounds';

/** Maximum number of texts that the composer can bring back. */
const mostTexts = 100;
/** Maximum bytes of the file that are read for these texts. */
const mostForTexts = 4 * 1024 * 1024;

/** TodoWrite sends the whole list; the other tools change single tasks. */
const wholeList = 'TodoWrite';
const todoTools: ReadonlySet<string> = new Set([
  wholeList,
  ...['TaskCreate', 'TaskUpdate', 'TaskList', 'TaskGet'],
]);

/** Beginnings of title lines, and text that marks lines with calls. */
const titles = ['{"type":"summary"', '{"type":"ai-title"', '{"type":"custom-title"'] as const;
const todoMarks = [`"name":"${wholeList}"`, '"name":"Task'] as const;

interface Reading {
  readonly cwd: string;
  readonly size: PageSize;
  readonly signal: AbortSignalLike;
}

/**
 * Collects facts about the whole conversation from pages before the tail: the task list, which is
 * made in steps, titles, and texts. Searches the file for tool names first, to skip most pages.
 */
export async function olderFacts(
  file: FileHandle,
  tail: SessionPage,
  { cwd, size, signal }: Reading,
): Promise<OlderFacts> {
  let { before } = tail;
  const end = before?.offset ?? 0;
  const bounds = await boundsIn(file, { begins: titles, inside: todoMarks }, end, signal);
  const lowest = hasWholeList(tail.chain) ? end : firstTodo(bounds, end);
  const pages: (readonly ConversationLine[])[] = [tail.chain.filter(isAboutTodos)];
  const texts: string[][] = [];
  let isListed = lowest >= end;
  while (
    before &&
    (!isListed || (countOf(texts) < mostTexts && end - before.offset < mostForTexts))
  ) {
    throwIfAborted(signal);
    const page: SessionPage = await readPage(file, before, size);
    texts.unshift(page.chain.filter(startsTurn).map(promptText));
    if (!isListed) {
      pages.unshift(page.chain.filter(isAboutTodos));
    }
    isListed ||= hasWholeList(page.chain) || (page.before?.offset ?? 0) <= lowest;
    before = page.before;
  }
  const title = titleOf(tail.others) === undefined ? await lastTitle(file, bounds) : undefined;
  const todos = lowest >= end ? undefined : todosOf(pages.flat(), cwd);
  return {
    texts: texts.flat().filter(Boolean).slice(-mostTexts),
    ...(todos ? { todos } : {}),
    ...(title === undefined ? {} : { title }),
  };
}

function countOf(texts: readonly (readonly string[])[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}

function throwIfAborted({ aborted }: AbortSignalLike): void {
  if (aborted) {
    throw new Error(l10n.t('The conversation was closed.'));
  }
}

/** Returns the offset of the first call that the list may depend on; `end` if there is none. */
function firstTodo(bounds: ReadonlyMap<string, Bounds>, end: number): number {
  const [whole, steps] = todoMarks;
  return bounds.get(whole)?.last ?? bounds.get(steps)?.first ?? end;
}

function hasWholeList(chain: readonly ConversationLine[]): boolean {
  return chain.some(line => toolsOf(line).some(({ name }) => name === wholeList));
}

function toolsOf(line: SessionLine) {
  return line.type === 'assistant'
    ? blocksOf(line.message.content).flatMap(block => (block.type === 'tool_use' ? [block] : []))
    : [];
}

/** Whether a line has calls of these tools, or may have their results. */
function isAboutTodos(line: ConversationLine): boolean {
  return (
    toolsOf(line).some(({ name }) => todoTools.has(name)) ||
    (line.type === 'user' && !startsTurn(line) && !line.isMeta)
  );
}

function todosOf(lines: readonly ConversationLine[], cwd: string): readonly Todo[] | undefined {
  const calls = new Set(
    lines.flatMap(toolsOf).flatMap(({ id, name }) => (todoTools.has(name) ? [id] : [])),
  );
  const chain = lines.filter(
    line =>
      line.type !== 'user' ||
      blocksOf(line.message.content).some(
        block => block.type === 'tool_result' && calls.has(block.tool_use_id),
      ),
  );
  const events = chainEvents({ chain, subagents: [], cwd, isLast: false });
  return events.findLast(event => event.type === 'todos.changed')?.todos;
}

async function lastTitle(
  file: FileHandle,
  bounds: ReadonlyMap<string, Bounds>,
): Promise<string | undefined> {
  const found: SessionLine[] = [];
  for (const mark of titles) {
    const at = bounds.get(mark)?.last;
    const line = at === undefined ? undefined : await lineAt(file, at);
    if (line) {
      found.push(line);
    }
  }
  return titleOf(found);
}

async function lineAt(file: FileHandle, offset: number): Promise<SessionLine | undefined> {
  const block = Buffer.alloc(16 * 1024);
  const { bytesRead } = await file.read(block, 0, block.length, offset);
  const text = block.toString('utf8', 0, bytesRead).split('\n', 1)[0] ?? '';
  const parsed = parseSessionLine(text);
  return parsed.kind === 'line' ? parsed.line : undefined;
}
