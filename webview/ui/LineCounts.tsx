interface LineCountsProps {
  readonly added: number;
  readonly removed: number;
}

/** Line counts such as "+120 −33", in diff colors; a zero beside another number says nothing. */
export function LineCounts({ added, removed }: LineCountsProps) {
  return (
    <span class="line-counts">
      {added > 0 || removed === 0 ? <ins>+{added}</ins> : null}
      {added > 0 && removed > 0 ? ' ' : null}
      {removed > 0 ? <del>−{removed}</del> : null}
    </span>
  );
}
