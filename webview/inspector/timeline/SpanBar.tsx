import { Icon } from '../../ui/Icon';
import type { PlacedSpan } from './lanes';

interface SpanBarProps {
  readonly id: string;
  readonly placed: PlacedSpan;
  readonly left: string;
  readonly width: string;
  /** Accessible name and tooltip. */
  readonly label: string;
  readonly isActive: boolean;
  readonly onShow: () => void;
  readonly onOpen: (key: string) => void;
}

/** Span of a lane. A call's part before its first token is lighter. */
export function SpanBar(props: SpanBarProps) {
  const { id, placed, left, width, label, isActive, onShow, onOpen } = props;
  const { span, from, to } = placed;
  const isFailed = span.kind !== 'retryWait' && span.isFailed;
  const waiting =
    span.kind === 'call' ? ((span.firstToken ?? to) - from) / Math.max(1, to - from) : 0;
  return (
    <button
      type="button"
      class="span"
      data-span={id}
      data-kind={span.kind}
      data-failed={isFailed}
      data-active={isActive}
      style={{ insetInlineStart: left, width }}
      tabIndex={isActive ? 0 : -1}
      aria-label={label}
      title={label}
      onFocus={onShow}
      onPointerEnter={onShow}
      onClick={() => {
        if (span.kind !== 'tool') onOpen(span.key);
      }}
    >
      {span.kind === 'call' ? (
        <span
          class="span-waiting"
          style={{ width: `${Math.min(1, Math.max(0, waiting)) * 100}%` }}
        />
      ) : null}
      {isFailed ? <Icon name="error" /> : null}
    </button>
  );
}
