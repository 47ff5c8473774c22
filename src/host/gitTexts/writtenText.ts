import { linesText } from '../nativeText/neutral';

/** UTF-16 units of a text that is shown; a model may write without end. */
const longest = 20_000;

/** Returns what a model has written so far, without hidden characters and a fence around it. */
export function writtenText(answer: string): string {
  const plain = linesText(answer.slice(0, longest)).trim();
  const inside = /^```[^\n`]*(?:\n|$)([\s\S]*)$/.exec(plain)?.[1];
  return (inside === undefined ? plain : inside.replace(/\n?```\s*$/, '')).trim();
}
