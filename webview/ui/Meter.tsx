interface MeterProps {
  readonly label: string;
  /** Absent while the value is unknown. */
  readonly value?: number | undefined;
  readonly max?: number | undefined;
  /** Text beside the bar. */
  readonly text: string;
  /** Full text for the tooltip and screen readers. */
  readonly description: string;
  readonly tone: 'normal' | 'high' | 'critical';
}

export function Meter({ label, value = 0, max = 100, text, description, tone }: MeterProps) {
  const share = max > 0 ? Math.min(1, value / max) : 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a <meter> takes no colors of a theme.
    <div
      role="meter"
      class={`meter meter-${tone}`}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(value, max)}
      aria-valuetext={description}
      title={description}
    >
      <span class="meter-track" aria-hidden="true">
        <span class="meter-fill" style={{ width: `${share * 100}%` }} />
      </span>
      <span aria-hidden="true">{text}</span>
    </div>
  );
}
