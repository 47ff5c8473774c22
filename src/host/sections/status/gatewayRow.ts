import * as l10n from '@vscode/l10n';
import { plural } from '../../../base/plural';
import type { SectionRow } from '../../../contract/sections';
import type { Channel } from '../../../core/conversation/channel';
import type { GatewayState } from '../../gateway/gatewayState';
import { obstacleText } from '../../gateway/obstacles';

/** Says what the gateway does, and which conversations are not observed although they should be. */
export function gatewayRow(
  { address, isOn, observed, kept, calls, unobserved }: GatewayState,
  channels: readonly Pick<Channel, 'id' | 'title'>[],
): SectionRow {
  const parts = [
    ...(isOn
      ? [
          plural(observed, {
            one: l10n.t('observing {0} conversation', observed),
            other: l10n.t('observing {0} conversations', observed),
          }),
        ]
      : []),
    ...(kept > 0
      ? [
          plural(kept, {
            one: l10n.t('key kept for {0} profile', kept),
            other: l10n.t('keys kept for {0} profiles', kept),
          }),
        ]
      : []),
    ...(address === undefined
      ? []
      : [
          address,
          plural(calls, {
            one: l10n.t('{0} call so far', calls),
            other: l10n.t('{0} calls so far', calls),
          }),
        ]),
  ];
  const left = channels.flatMap(({ id, title }) => {
    const obstacle = unobserved.get(id);
    return isOn && obstacle
      ? [l10n.t('Not observed: {0}. {1}', title, obstacleText(obstacle))]
      : [];
  });
  return {
    ...{ id: 'gateway', title: l10n.t('Gateway') },
    detail: parts.length === 0 ? l10n.t('Off') : parts.join(', '),
    ...(left.length > 0
      ? {
          badges: [{ text: l10n.t('Not all are observed'), tone: 'warning' as const }],
          more: left.join('\n'),
        }
      : {}),
  };
}
