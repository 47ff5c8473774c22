interface LineCountsProps {
  readonly added: number;
  readonly removed: number;
}

/** "+120 −33" in the colors of a diff. */
export function LineCounts({ added, removed }: LineCountsProps) {
  return (
    <span class="line-counts">
      <ins>+{added}</ins> <del>−{removed}</del>
    </span>
  );
}
