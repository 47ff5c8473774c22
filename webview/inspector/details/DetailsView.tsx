import * as l10n from '@vscode/l10n';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { CallDetails } from '../../../src/contract/inspector/callDetails';
import { Button, IconButton } from '../../ui/Button';
import { whoText } from '../parts/callText';
import { spokenName } from '../parts/cutText';
import { Failure } from '../parts/Failure';
import { clockTime } from '../parts/figures';
import { useInspector, useRevision } from '../parts/inspectorContext';
import { ShortText } from '../parts/ShortText';
import { useAnswer } from '../parts/useAnswer';
import { useSlowly } from '../parts/useSlowly';
import { CallFacts } from './CallFacts';
import { NotRecorded } from './NotRecorded';
import { previousCall } from './previousCall';
import { RequestView } from './RequestView';
import { ResponseView } from './ResponseView';

interface DetailsViewProps {
  readonly callKey: string;
  readonly onClose: () => void;
}

/** Milliseconds between two readings of a call that is not settled. */
const pause = 1000;

/** A call: its figures, the request by section, and the response in time. */
export function DetailsView({ callKey, onClose }: DetailsViewProps) {
  const { host, subject } = useInspector();
  const heading = useRef<HTMLHeadingElement>(null);
  const isSettled = useRef(false);
  const now = useSlowly(useRevision(), pause);
  const asked = useRef(now);
  if (!isSettled.current) {
    asked.current = now;
  }
  const { value, failure } = useAnswer(callKey, asked.current, () =>
    host.call('inspector.call', { subject: subject.id, key: callKey }),
  );
  isSettled.current = value?.inspected.key === callKey && isComplete(value);
  useLayoutEffect(() => heading.current?.focus(), [callKey]);
  const name = value ? titleOf(value) : l10n.t('Call');
  return (
    <section
      class="details"
      aria-label={spokenName(name)}
      onKeyDown={event => {
        if (event.key === 'Escape') {
          event.stopPropagation();
          onClose();
        }
      }}
    >
      <header class="pane-head">
        <IconButton label={l10n.t('Back to the Calls')} icon="arrow-left" onClick={onClose} />
        <h2 ref={heading} tabIndex={-1}>
          <ShortText text={name} most={120} />
        </h2>
      </header>
      {failure === undefined ? null : <Failure text={failure} />}
      {value ? <Content details={value} /> : null}
    </section>
  );
}

function Content({ details }: { readonly details: CallDetails }) {
  const { inspected, request, response } = details;
  const { key } = inspected;
  return (
    <div class="pane-body">
      <CallActions details={details} />
      <CallFacts inspected={inspected} />
      {request ? null : <NotRecorded inspected={inspected} />}
      {request ? <RequestView callKey={key} request={request} /> : null}
      {response ? <ResponseView callKey={key} response={response} inspected={inspected} /> : null}
    </div>
  );
}

function CallActions({ details: { inspected, request } }: { readonly details: CallDetails }) {
  const { act, host, subject, compare, showTimeline } = useInspector();
  const { key, turn, call } = inspected;
  const hasBody = request !== undefined;
  const previous = useAnswer(hasBody ? key : undefined, 0, () =>
    previousCall(host, subject.id, { key, kind: call.kind }),
  );
  const before = previous.value;
  return (
    <div class="button-row">
      {hasBody ? (
        <>
          <Button icon="copy" onClick={() => act('copyCurl', { key })}>
            {l10n.t('Copy as curl')}
          </Button>
          <Button icon="play-circle" onClick={() => act('replay', { key })}>
            {l10n.t('Replay…')}
          </Button>
        </>
      ) : null}
      {before === undefined ? null : (
        <Button icon="arrow-swap" onClick={() => compare(before, key)}>
          {l10n.t('Compare with Previous')}
        </Button>
      )}
      {turn === undefined ? null : (
        <>
          <Button icon="comment" onClick={() => act('showTurn', { turn, key })}>
            {l10n.t('Show Turn')}
          </Button>
          <Button icon="history" onClick={() => showTimeline(turn)}>
            {l10n.t('Show in Timeline')}
          </Button>
        </>
      )}
    </div>
  );
}

function titleOf({ inspected: { call } }: CallDetails): string {
  const who = whoText(call.kind, call.agent?.name ?? call.agent?.id);
  return `${who}, ${clockTime(call.startedAt)}`;
}

/** @returns true if nothing of a call can change any more, as far as the page knows */
function isComplete({ inspected: { call }, request }: CallDetails): boolean {
  return (call.endedAt !== undefined || call.end !== undefined) && request !== undefined;
}
