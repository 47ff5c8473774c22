import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import type { ResponseAnatomy, ResponseEvent } from '../../../src/contract/inspector/callDetails';
import type { InspectedCall } from '../../../src/contract/inspector/callRows';
import { Button } from '../../ui/Button';
import { formatBytes } from '../../ui/formatBytes';
import { spokenName } from '../parts/cutText';
import { Disclosure } from '../parts/Disclosure';
import { fullCount, shortTime } from '../parts/figures';
import { PartView } from '../parts/PartView';
import { ShortText } from '../parts/ShortText';
import { EventAxis } from './EventAxis';
import { NamedValues } from './NamedValues';

interface ResponseViewProps {
  readonly callKey: string;
  readonly response: ResponseAnatomy;
  readonly inspected: InspectedCall;
}

/** Events that are shown without being asked for, and at each request for more. */
const few = 60;

/** Response as events in time, as a list, and raw. */
export function ResponseView({ callKey, response, inspected }: ResponseViewProps) {
  const { status, headers, events, omitted, isCut } = response;
  const [count, setCount] = useState(few);
  const { startedAt, firstTokenAt, endedAt } = inspected.call;
  const hidden = Math.max(0, events.length - count);
  return (
    <section class="anatomy" aria-label={l10n.t('Response')}>
      <h3>
        {l10n.t('Response')}
        <span class="quiet"> {l10n.t('HTTP {0}', status)}</span>
      </h3>
      {events.length === 0 ? null : (
        <EventAxis
          events={events}
          firstToken={firstTokenAt === undefined ? undefined : firstTokenAt - startedAt}
          duration={endedAt === undefined ? undefined : endedAt - startedAt}
        />
      )}
      <ol class="response-events" aria-label={l10n.t('Events of the response')}>
        {events.slice(0, count).map(event => (
          <li key={event.index}>
            <EventRow callKey={callKey} event={event} />
          </li>
        ))}
      </ol>
      {hidden === 0 ? null : (
        <Button kind="link" onClick={() => setCount(count + few * 4)}>
          {l10n.t('Show More ({0})', fullCount(hidden))}
        </Button>
      )}
      {omitted > 0 ? (
        <p class="quiet">{l10n.t('{0} more events are not listed.', fullCount(omitted))}</p>
      ) : null}
      {isCut ? <p class="quiet">{l10n.t('The response was too large to be kept whole.')}</p> : null}
      {headers.length > 0 ? (
        <Disclosure title={l10n.t('Headers')}>
          {() => <NamedValues entries={headers} label={l10n.t('Headers of the response')} />}
        </Disclosure>
      ) : null}
      <Disclosure title={l10n.t('Raw response')}>
        {() => (
          <PartView
            callKey={callKey}
            part={{ kind: 'rawResponse' }}
            label={l10n.t('Raw response')}
          />
        )}
      </Disclosure>
    </section>
  );
}

function EventRow({ callKey, event }: { readonly callKey: string; readonly event: ResponseEvent }) {
  const { index, type, from, to, count, bytes, block, preview } = event;
  const time = to > from ? `${shortTime(from)} – ${shortTime(to)}` : shortTime(from);
  return (
    <Disclosure
      class="response-event"
      title={
        <>
          <span class="event-time">{time}</span>
          <span class="event-type">
            <ShortText text={type} most={60} />
            {count > 1 ? <span class="quiet">{` × ${fullCount(count)}`}</span> : null}
            {block === undefined ? null : (
              <span class="quiet">
                {' · '}
                <ShortText text={block} most={80} />
              </span>
            )}
          </span>
          <span class="part-preview quiet">
            <ShortText text={preview} most={160} />
          </span>
          <span class="part-size">{formatBytes(bytes)}</span>
        </>
      }
    >
      {() => (
        <PartView callKey={callKey} part={{ kind: 'event', index }} label={spokenName(type, 60)} />
      )}
    </Disclosure>
  );
}
