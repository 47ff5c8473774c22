interface MeterProps {
  readonly label: string;
  /** Absent while the value is unknown. */
  readonly value?: number | undefined;
  /** Absent while it is unknown: there is no bar then. */
  readonly max?: number | undefined;
  /** Text beside the bar. */
  readonly text: string;
  /** Takes its place in a narrow view. */
  readonly shortText?: string | undefined;
  /** Full text for the tooltip and screen readers. */
  readonly description: string;
  readonly tone: 'normal' | 'high' | 'critical';
}

export function Meter({ label, value = 0, max, text, shortText, description, tone }: MeterProps) {
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
      title={description}
    >
      {max === undefined ? null : (
        <span class="meter-track" aria-hidden="true">
          <span class="meter-fill" style={{ width: `${share * 100}%` }} />
        </span>
      )}
      <span class={shortText === undefined ? '' : 'meter-text'} aria-hidden="true">
        {text}
      </span>
      {shortText === undefined ? null : (
        <span class="meter-short" aria-hidden="true">
          {shortText}
        </span>
      )}
    </div>
  );
}
