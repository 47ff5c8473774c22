import * as l10n from '@vscode/l10n';
import type { InspectedCall } from '../../../src/contract/inspector/callRows';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { useInspector } from '../parts/inspectorContext';

/** Says why request and response cannot be shown, and how later ones can. */
export function NotRecorded({
  inspected: { call, source },
}: {
  readonly inspected: InspectedCall;
}) {
  const { recording, subject, act } = useInspector();
  const isOwn = subject.kind === 'conversation' && subject.agent === undefined;
  const canRecord = isOwn && recording?.isAllowed === true && recording.scope === undefined;
  return (
    <div class="note">
      <Icon name="info" />
      <p>{reason()}</p>
      {canRecord ? (
        <Button onClick={() => act('recordConversation')}>
          {l10n.t('Record This Conversation')}
        </Button>
      ) : null}
    </div>
  );

  function reason(): string {
    if (source === 'transcript') {
      return l10n.t('The transcript does not contain the request and the response of a call.');
    }
    if (call.end === undefined) {
      return l10n.t(
        'Request and response are shown when the call has ended, if calls are recorded.',
      );
    }
    return recording?.scope === undefined
      ? l10n.t('Request and response of this call were not recorded.')
      : l10n.t(
          'Request and response of this call are not on disk: the call was made before recording began, or its content was deleted to make room for newer calls.',
        );
  }
}
