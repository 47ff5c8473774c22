import * as l10n from '@vscode/l10n';
import { Fragment } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { EscapedText } from '../tools/parts/EscapedText';
import { IconButton } from '../ui/Button';
import { cutText } from './parts/cutText';
import type { Outcome } from './useActions';

interface OutcomeLineProps {
  readonly outcome: Outcome | undefined;
  readonly onClose: () => void;
}

/** Milliseconds that a good outcome stays; errors stay until they are closed. */
const shownMs = 10_000;

/** Says how the last action ended. A good outcome goes by itself, unless it is pointed at. */
export function OutcomeLine({ outcome, onClose }: OutcomeLineProps) {
  const box = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  const passing = outcome?.isError === false ? outcome.number : undefined;
  useEffect(() => {
    if (passing === undefined) {
      return undefined;
    }
    const timer = setInterval(() => {
      if (!box.current?.matches(':hover, :focus-within')) close.current();
    }, shownMs);
    return () => clearInterval(timer);
  }, [passing]);
  return (
    <div ref={box} class="outcome" role="status" data-error={outcome?.isError}>
      {outcome === undefined ? null : (
        <Fragment key={outcome.number}>
          <span>
            <EscapedText text={cutText(outcome.text, 1_000)} />
          </span>
          <IconButton label={l10n.t('Close Message')} icon="close" onClick={onClose} />
        </Fragment>
      )}
    </div>
  );
}
