interface Counts {
  readonly added: number;
  readonly removed: number;
}

/** Formats counts as "+12 −3". */
export function countsText(changes: readonly Counts[]): string {
  const added = changes.reduce((sum, one) => sum + one.added, 0);
  const removed = changes.reduce((sum, one) => sum + one.removed, 0);
  return `+${added} −${removed}`;
}

/** Counts distinct files: several conversations may have changed the same one. */
export function countFiles(
  views: readonly { readonly review: { readonly path: string } }[],
): number {
  return new Set(views.map(({ review }) => review.path)).size;
}
