import * as l10n from '@vscode/l10n';
import { plural } from '../../../base/plural';
import { textTokens } from '../../../base/tokenEstimate';
import type { Badge, SectionAction, SectionRow } from '../../../contract/sections';
import { fileId, originOf } from '../definitions/definitionList';
import { removal } from '../files/removal';
import type { FileAgent, OtherAgent } from './agentState';

export interface RowOptions {
  readonly isTrusted: boolean;
  /** False without a folder: no conversation can start. */
  readonly canStart: boolean;
  /** Agent that answers in the conversation in front. */
  readonly used: string | undefined;
}

export function fileRow(agent: FileAgent, options: RowOptions): SectionRow {
  const { file, name, description, trouble, overriddenBy } = agent;
  const isUsable = trouble === undefined && !overriddenBy && options.canStart;
  const use = useAction();
  const remove = removal('remove', l10n.t('Remove'));
  return {
    ...{ id: fileId(file), title: name, origin: originOf(file), canOpen: true },
    ...(trouble === undefined && description === undefined
      ? {}
      : { detail: trouble ?? description ?? '' }),
    badges: fileBadges(agent, options),
    more: moreOf(agent),
    ...(options.isTrusted ? { actions: [...(isUsable ? [use] : []), remove] } : {}),
  };
}

export function otherRow(
  { name, description, model }: OtherAgent,
  { isTrusted, canStart, used }: RowOptions,
): SectionRow {
  const badges = [...usedBadge(name, used), ...modelBadge(model)];
  const use = useAction();
  return {
    ...{ id: `agent/${name}`, title: name, detail: description },
    ...(badges.length > 0 ? { badges } : {}),
    ...(isTrusted && canStart ? { actions: [use] } : {}),
  };
}

function useAction(): SectionAction {
  return { id: 'use', label: l10n.t('Start Conversation') };
}

function fileBadges(agent: FileAgent, { used }: RowOptions): readonly Badge[] {
  const { trouble, overriddenBy, description = '', name, tools, model } = agent;
  if (trouble !== undefined) {
    return [{ text: l10n.t('Ignored'), tone: 'bad' }];
  }
  if (overriddenBy) {
    return [{ text: l10n.t('Overridden'), tone: 'warning' }];
  }
  return [
    ...usedBadge(name, used),
    ...modelBadge(model),
    { text: toolsText(tools) },
    { text: l10n.t('about {0} tokens', textTokens(name.length + description.length)) },
  ];
}

function usedBadge(name: string, used: string | undefined): readonly Badge[] {
  return name === used ? [{ text: l10n.t('In this conversation'), tone: 'good' }] : [];
}

function modelBadge(model: string | undefined): readonly Badge[] {
  return model === undefined || model === 'inherit' ? [] : [{ text: model }];
}

function toolsText(tools: readonly string[] | undefined): string {
  return tools === undefined
    ? l10n.t('All tools')
    : plural(tools.length, {
        one: l10n.t('1 tool'),
        other: l10n.t('{0} tools', tools.length),
      });
}

/** Characters of the instructions that a row shows. */
const shownBody = 2_000;

function moreOf({ tools, overriddenBy, file: { body } }: FileAgent): string {
  const text = body.trim();
  return [
    ...(overriddenBy
      ? [l10n.t('The agent of the same name in {0} takes precedence.', overriddenBy.path)]
      : []),
    ...(tools ? [l10n.t('Tools: {0}', tools.join(', '))] : []),
    text.length > shownBody ? `${text.slice(0, shownBody)}…` : text,
  ]
    .filter(line => line !== '')
    .join('\n\n');
}
