import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository, sourcesIn } from '../../support/sourceFiles';

const files = ['src', 'webview', 'scripts', 'test'].flatMap(sourcesIn);

/** Subject clauses and fragments instead of nouns and verbs: "What is not ticked", "Of one file". */
const weakOpener = /^(?:What|Of|One|Its?|Also|Who|So|Such|Other)\b/;
/** Words that have a better one: VS Code, the CLI and MCP all say "user". */
const otherWords = /\b(?:the|a|this|no|every) persons?\b/i;
/** In words. */
const longestSentence = 25;

interface Comment {
  readonly place: string;
  readonly text: string;
}

/** Comments of a file, the lines of one joined; code that looks like one is not looked for in strings. */
function commentsOf(file: string): Comment[] {
  const lines = readFileSync(join(repository, file), 'utf8').split('\n');
  const found: Comment[] = [];
  let open: { at: number; text: string } | undefined;
  const close = () => {
    if (open?.text) found.push({ place: `${file}:${open.at}`, text: open.text.trim() });
    open = undefined;
  };
  for (const [index, line] of lines.entries()) {
    const [, text] = /^\s*(?:\/\/+|\/\*\*?|\*(?!\/))\s?(.*?)(?:\*\/.*)?$/.exec(line) ?? [];
    if (text === undefined || /^(?:biome-ignore|@ts-|@)/.test(text)) close();
    else if (open && !/^\s*\/\*/.test(line)) open.text += ` ${text}`;
    else {
      close();
      open = { at: index + 1, text };
    }
    if (line.includes('*/')) close();
  }
  close();
  return found;
}

const comments = files.flatMap(commentsOf);
const offending = (isBad: (comment: Comment) => boolean) =>
  comments.filter(isBad).map(({ place, text }) => `${place} ${text.slice(0, 80)}`);

it('finds comments', () => {
  expect(comments.length).toBeGreaterThan(4_000);
});

it('allows no comment that opens with a subject clause or a fragment', () => {
  expect(offending(({ text }) => weakOpener.test(text))).toEqual([]);
});

it('requires comments to say "user"', () => {
  expect(offending(({ text }) => otherWords.test(text))).toEqual([]);
});

it('allows no sentence of more than 25 words', () => {
  const sentences = (text: string) => text.split(/[.:;!?](?:\s|$)/);
  const isLong = (sentence: string) => sentence.split(/\s+/).length > longestSentence;
  expect(offending(({ text }) => sentences(text).some(isLong))).toEqual([]);
});
