interface LineCountsProps {
  readonly added: number;
  readonly removed: number;
}

/** Line counts such as "+120 −33", in diff colors. */
export function LineCounts({ added, removed }: LineCountsProps) {
  return (
    <span class="line-counts">
      <ins>+{added}</ins> <del>−{removed}</del>
    </span>
  );
}
