import { compactText } from '../../src/base/locale';

/** Least number that is written in a short form. */
const leastLong = 10_000;

/** Writes a count in little room: "1234", "12.3K". */
export function shortCount(count: number): string {
  return count < leastLong ? String(count) : compactText(count);
}

interface LineCountsProps {
  readonly added: number;
  readonly removed: number;
}

/** Line counts such as "+120 −33", in diff colors; a zero beside another number says nothing. */
export function LineCounts({ added, removed }: LineCountsProps) {
  return (
    <span class="line-counts">
      {added > 0 || removed === 0 ? <ins>+{shortCount(added)}</ins> : null}
      {added > 0 && removed > 0 ? ' ' : null}
      {removed > 0 ? <del>−{shortCount(removed)}</del> : null}
    </span>
  );
}
