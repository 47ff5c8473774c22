interface RingProps {
  readonly label: string;
  /** Absent while the value is unknown. */
  readonly value: number | undefined;
  /** Absent while it is unknown: the ring stays empty then. */
  readonly max: number | undefined;
  /** Text beside the ring, where there is room. */
  readonly text: string;
  /** Full text for screen readers. */
  readonly description: string;
  readonly tone: 'normal' | 'high' | 'critical';
}

/** Meter in the shape of a ring. */
export function Ring({ label, value = 0, max, text, description, tone }: RingProps) {
  const share = max ? Math.min(1, value / max) : 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a <meter> takes no colors of a theme.
    <div
      role="meter"
      class={`meter meter-${tone}`}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max ?? 100}
      aria-valuenow={max ? Math.min(value, max) : 0}
      aria-valuetext={description}
    >
      <span
        class="ring"
        aria-hidden="true"
        style={max === undefined ? undefined : { '--share': `${share * 100}%` }}
      />
      <span class="meter-text" aria-hidden="true">
        {text}
      </span>
    </div>
  );
}
