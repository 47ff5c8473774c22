import { Marked } from './Marked';

/** UTF-16 units at the end of a file's name that stay: most of what tells names apart. */
export const nameEnd = 12;
/** UTF-16 units at the end of a folder that stay, at most. */
const longestFolderEnd = 24;

interface CutTextProps {
  readonly text: string;
  /** UTF-16 units at the end that always show. */
  readonly end: number;
  /** UTF-16 ranges to mark: start and end, alternating. */
  readonly ranges?: readonly number[] | undefined;
}

/** Text that is shortened in its middle where it has too little room. */
export function CutText({ text, end, ranges = [] }: CutTextProps) {
  const cut = cutBefore(text, end);
  if (cut === 0) {
    return <Marked text={text} ranges={ranges} />;
  }
  // Screen readers would read two words.
  return (
    <>
      <span class="sr-only">{text}</span>
      <span class="cut-text" aria-hidden="true">
        <span class="cut-text-start">
          <Marked text={text.slice(0, cut)} ranges={within(ranges, 0, cut)} />
        </span>
        <span class="cut-text-end">
          <Marked text={text.slice(cut)} ranges={within(ranges, cut, text.length)} />
        </span>
      </span>
    </>
  );
}

/** Returns how much of a folder's end stays: its last name, with the slash before it. */
export function folderEnd(folder: string): number {
  return Math.min(longestFolderEnd, folder.length - Math.max(0, folder.lastIndexOf('/')));
}

/** Returns where to split: never inside a character; 0 for a text that is short anyway. */
function cutBefore(text: string, end: number): number {
  const at = text.length - end;
  if (at < 8) {
    return 0;
  }
  return /^[\udc00-\udfff\p{M}]/u.test(text.slice(at)) ? at - 1 : at;
}

function within(ranges: readonly number[], start: number, end: number): number[] {
  const cut: number[] = [];
  for (let at = 0; at + 1 < ranges.length; at += 2) {
    const from = Math.max(ranges[at] ?? 0, start);
    const to = Math.min(ranges[at + 1] ?? 0, end);
    if (from < to) cut.push(from - start, to - start);
  }
  return cut;
}
