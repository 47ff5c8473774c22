import * as l10n from '@vscode/l10n';
import { EscapedText } from '../../tools/parts/EscapedText';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { cutText } from '../parts/cutText';
import { useInspector } from '../parts/inspectorContext';

/**
 * Says why figures are missing, and how to get them, while the gateway sees no calls. With an
 * obstacle, observing is on already: its text says what to do.
 */
export function ObservationNote() {
  const { recording, subject, act } = useInspector();
  if (!recording || recording.isObserved || subject.kind !== 'conversation') {
    return null;
  }
  return (
    <div class="note">
      <Icon name="info" />
      <p>
        <EscapedText
          text={cutText(
            recording.obstacle ?? l10n.t('The model calls of this conversation are not observed.'),
            400,
          )}
        />{' '}
        {subject.agent === undefined
          ? l10n.t(
              'Figures come from the transcript only. Timing, retries, side calls and requests are not known without the gateway.',
            )
          : null}
      </p>
      {recording.obstacle === undefined && subject.agent === undefined && recording.isAllowed ? (
        <Button onClick={() => act('observe')}>{l10n.t('Observe Model Calls')}</Button>
      ) : null}
      {recording.remedy === 'profile' ? (
        <Button onClick={() => act('showProfiles')}>{l10n.t('Show Account and Profiles')}</Button>
      ) : null}
    </div>
  );
}
