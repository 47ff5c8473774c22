import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import type { RequestPart, RequestSection } from '../../../src/contract/inspector/callDetails';
import { Button } from '../../ui/Button';
import { formatBytes } from '../../ui/formatBytes';
import { Icon } from '../../ui/Icon';
import { spokenName } from '../parts/cutText';
import { Disclosure } from '../parts/Disclosure';
import { fullCount, shortCount, tokens } from '../parts/figures';
import { PartView } from '../parts/PartView';
import { placeText } from '../parts/placeText';
import { ShortText } from '../parts/ShortText';

interface PartListProps {
  readonly callKey: string;
  readonly section: RequestSection;
}

/** Parts that are shown without being asked for, and at each request for more. */
const few = 50;

/** Parts of a section. Of messages, the newest are shown first: they are what a call has added. */
export function PartList({ callKey, section: { kind, parts } }: PartListProps) {
  const [count, setCount] = useState(few);
  const isTail = kind === 'messages' || kind === 'reminders';
  const hidden = Math.max(0, parts.length - count);
  const shown = isTail ? parts.slice(hidden) : parts.slice(0, count);
  const more =
    hidden === 0 ? null : (
      <Button kind="link" onClick={() => setCount(count + few * 4)}>
        {isTail
          ? l10n.t('Show Earlier ({0})', fullCount(hidden))
          : l10n.t('Show More ({0})', fullCount(hidden))}
      </Button>
    );
  return (
    <>
      {isTail ? more : null}
      <ol class="request-parts">
        {shown.map((part, at) => (
          <li key={`${isTail ? hidden + at : at}`}>
            <Part callKey={callKey} part={part} />
          </li>
        ))}
      </ol>
      {isTail ? null : more}
    </>
  );
}

interface PartProps {
  readonly callKey: string;
  readonly part: RequestPart;
}

function Part({ callKey, part }: PartProps) {
  const { place, type, name, bytes, estimatedTokens, cacheMark, preview } = part;
  const where = placeText(name === undefined ? place : { ...place, name });
  return (
    <>
      <Disclosure
        class="request-part"
        title={
          <>
            <span class="part-place">
              <ShortText text={where} most={120} />
              {type === 'tool' ? null : (
                <span class="quiet">
                  {' · '}
                  <ShortText text={type} most={40} />
                </span>
              )}
            </span>
            <span class="part-preview quiet">
              <ShortText text={preview} most={160} />
            </span>
            <span class="part-size" title={`${tokens(estimatedTokens)}, ${formatBytes(bytes)}`}>
              {shortCount(estimatedTokens)}
            </span>
          </>
        }
      >
        {() => (
          <PartView callKey={callKey} part={{ kind: 'request', place }} label={spokenName(where)} />
        )}
      </Disclosure>
      {cacheMark === undefined ? null : (
        <p class="cache-mark">
          <Icon name="database" />
          {cacheMark === '5m'
            ? l10n.t('Cached up to here (5 min)')
            : l10n.t('Cached up to here (1 h)')}
        </p>
      )}
    </>
  );
}
