import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { timeText } from '../../../base/locale';
import type { InspectedCall } from '../../../contract/inspector/callRows';
import { callKindLabel } from '../../../contract/labels/modelCallText';
import { nativeUi } from '../../nativeText/nativeUi';

interface CallItem extends vscode.QuickPickItem {
  readonly key: string;
}

/** Lets the user pick two calls. @returns undefined if they cancel */
export async function pickCalls(
  calls: readonly InspectedCall[],
): Promise<{ key: string; other: string } | undefined> {
  const items = calls.map(itemOf).reverse();
  const first = await nativeUi.showQuickPick(items, {
    title: l10n.t('Compare Model Calls (1/2)'),
    placeHolder: l10n.t('Select the earlier call'),
    matchOnDescription: true,
  });
  if (!first) {
    return undefined;
  }
  const second = await nativeUi.showQuickPick(
    items.filter(({ key }) => key !== first.key),
    {
      title: l10n.t('Compare Model Calls (2/2)'),
      placeHolder: l10n.t('Select the call to compare it with'),
      matchOnDescription: true,
    },
  );
  return second && { key: first.key, other: second.key };
}

function itemOf({ key, call }: InspectedCall): CallItem {
  const { startedAt, kind, agent, model = '', stopReason, error } = call;
  const time = timeText(startedAt, { timeStyle: 'medium', hourCycle: 'h23' });
  const name = agent?.name === undefined ? '' : ` (${agent.name})`;
  const outcome = error?.type ?? stopReason;
  return {
    key,
    label: `${time} ${callKindLabel(kind)}${name}`,
    description: [model, outcome].filter(Boolean).join(', '),
  };
}
