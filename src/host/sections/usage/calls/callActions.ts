import * as l10n from '@vscode/l10n';
import { UserError } from '../../../../base/errors';
import { maskSecrets } from '../../../../base/secrets';
import { maskedCall } from '../../../../gateway/accounting/maskedCall';
import { requireTrusted } from '../../model/requireTrusted';
import type { ActionOutcome, ActionRequest, SectionPlace } from '../../model/sectionSource';
import type { CallsPort } from './callsPort';

/**
 * Carries out an action on the calls of the conversation in front.
 * @returns undefined if it is another action
 */
export async function actOnCalls(
  place: SectionPlace,
  { action }: ActionRequest,
  calls: CallsPort,
): Promise<ActionOutcome | undefined> {
  switch (action) {
    case 'observe':
    case 'stopObserving':
      requireTrusted(place);
      await calls.switchTo(action === 'observe');
      return {
        text: calls.isOn()
          ? l10n.t('Model calls are observed. Running agents restart with their next message.')
          : l10n.t('Model calls are not observed.'),
      };
    case 'openInspector':
      await calls.openInspector();
      return { text: '' };
    case 'exportCalls':
      await exportCalls(place, calls);
      return { text: l10n.t('The calls are open in an editor. Save them where you want.') };
    default:
      return undefined;
  }
}

async function exportCalls({ channel }: SectionPlace, calls: CallsPort): Promise<void> {
  const counted = channel && calls.of(channel.id);
  if (!counted) {
    throw new UserError('row.gone', l10n.t('This conversation is no longer open.'));
  }
  const masked = counted.calls.map(call => maskedCall(call, maskSecrets));
  await calls.showJson(`${JSON.stringify({ calls: masked, sums: counted.sums }, undefined, 2)}\n`);
}
