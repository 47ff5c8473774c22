import * as l10n from '@vscode/l10n';
import { UserError } from '../../../base/errors';
import type { ActionOutcome, ActionRequest } from '../model/sectionSource';
import { periodText } from './storedGroups';
import { periods } from './storedUsage';
import { usageCsv } from './usageCsv';
import type { UsagePorts } from './usagePorts';

/**
 * Carries out an action on stored usage, which needs no trust: nothing is changed or started.
 * @returns undefined if it is another action
 */
export async function actOnStored(
  { action, row = '' }: ActionRequest,
  ports: Pick<UsagePorts, 'stored' | 'conversations' | 'openConversation' | 'showCsv'>,
): Promise<ActionOutcome | undefined> {
  const { stored } = ports;
  const { period, project } = stored.state;
  switch (action) {
    case 'count':
      stored.choose({ period, project });
      return { text: l10n.t('Transcripts are being read.') };
    case 'cancelCount':
      stored.cancel();
      return { text: l10n.t('The count was canceled.') };
    case 'allProjects':
      stored.choose({ period, project: undefined });
      return { text: l10n.t('Usage of all projects.') };
    case 'filter': {
      const chosen = keyIn('project', row);
      stored.choose({ period, project: chosen });
      return { text: l10n.t('Usage of {0} only.', chosen) };
    }
    case 'open':
      await ports.openConversation(keyIn('conversation', row));
      return { text: l10n.t('The conversation is open.') };
    case 'exportCsv':
      await exportCsv(ports);
      return { text: l10n.t('The table is open in an editor. Save it where you want.') };
    default: {
      const chosen = periods.find(one => action === `period:${one}`);
      if (chosen === undefined) {
        return undefined;
      }
      stored.choose({ period: chosen, project });
      return { text: periodText(chosen) };
    }
  }
}

function keyIn(kind: string, row: string): string {
  if (!row.startsWith(`${kind}/`)) {
    throw new UserError('page.badCall', l10n.t('There is no such action.'));
  }
  return row.slice(kind.length + 1);
}

async function exportCsv({
  stored,
  conversations,
  showCsv,
}: Pick<UsagePorts, 'stored' | 'conversations' | 'showCsv'>): Promise<void> {
  const entries = await stored.entries(new AbortController().signal);
  const titles = new Map((await conversations()).map(({ id, title }) => [id, title]));
  await showCsv(await usageCsv(entries, titles));
}
