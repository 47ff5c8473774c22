interface BarProps {
  /** From 0 to 1. */
  readonly share: number;
  /** Number of the color among those of charts. */
  readonly series?: number;
}

/** Bar of a size beside its figure, which says the same. */
export function Bar({ share, series = 0 }: BarProps) {
  const width = `${Math.max(0, Math.min(1, share)) * 100}%`;
  return (
    <span class="bar" aria-hidden="true">
      <span class={`bar-fill chart-series-${series}`} style={{ width }} />
    </span>
  );
}
