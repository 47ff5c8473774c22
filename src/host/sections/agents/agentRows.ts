import * as l10n from '@vscode/l10n';
import { plural } from '../../../base/plural';
import { textTokens } from '../../../base/tokenEstimate';
import { fatalFinding, isUsable } from '../../../cli/agentFiles/launchAgents';
import { aboutTokens } from '../../../contract/labels/tokensText';
import type { Badge, SectionAction, SectionRow } from '../../../contract/sections';
import { fileId, originOf } from '../definitions/definitionList';
import { removal } from '../files/removal';
import type { FileAgent, OtherAgent } from './agentState';
import { findingBadge, findingRows, remarks } from './findingRows';

export interface RowOptions {
  readonly isTrusted: boolean;
  /** False without a folder: no conversation can start. */
  readonly canStart: boolean;
  /** Agent that answers in the conversation in front. */
  readonly used: string | undefined;
}

export function fileRow(agent: FileAgent, options: RowOptions): SectionRow {
  const { file, overriddenBy } = agent;
  const canUse = isUsable(agent) && !overriddenBy && file.isForUser && options.canStart;
  return {
    ...baseRow(agent, options, canUse ? [useAction()] : []),
    title: file.name,
    badges: fileBadges(agent, options),
  };
}

/** Row of a prompt file, which runs in the message box. */
export function promptRow(prompt: FileAgent, options: RowOptions): SectionRow {
  const { file } = prompt;
  const hint = file.argumentHint === undefined ? [] : [{ text: file.argumentHint }];
  const state = stateBadge(prompt);
  return {
    ...baseRow(prompt, options, []),
    title: `/${file.name}`,
    badges: state ? [state] : [...findingBadge(prompt), ...modelBadge(file.model), ...hint],
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

function baseRow(
  agent: FileAgent,
  { isTrusted }: RowOptions,
  uses: readonly SectionAction[],
): Omit<SectionRow, 'title'> {
  const { file, failure, place } = agent;
  const trouble = failure ?? fatalFinding(agent)?.text;
  const detail = trouble ?? file.description;
  const rows = findingRows(agent);
  const canRemove = place.scope !== 'organization';
  const remove = removal('remove', l10n.t('Remove'));
  return {
    ...{ id: fileId(agent), origin: originOf(agent), canOpen: true },
    ...(detail === undefined ? {} : { detail }),
    more: moreOf(agent),
    ...(rows.length > 0 ? { rows } : {}),
    ...(isTrusted ? { actions: [...uses, ...(canRemove ? [remove] : [])] } : {}),
  };
}

function useAction(): SectionAction {
  return { id: 'use', label: l10n.t('Start Conversation') };
}

function stateBadge(agent: FileAgent): Badge | undefined {
  if (!isUsable(agent)) {
    return { text: l10n.t('Ignored'), tone: 'bad' };
  }
  return agent.overriddenBy ? { text: l10n.t('Overridden'), tone: 'warning' } : undefined;
}

function fileBadges(agent: FileAgent, { used }: RowOptions): readonly Badge[] {
  const state = stateBadge(agent);
  if (state) {
    return [state];
  }
  const { name, description = '', tools, model, world } = agent.file;
  return [
    ...usedBadge(name, used),
    ...findingBadge(agent),
    ...modelBadge(model),
    { text: toolsText(tools) },
    { text: aboutTokens(textTokens(name.length + description.length)) },
    ...(world === 'githubAgent' ? [{ text: l10n.t('VS Code and GitHub') }] : []),
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

function moreOf(agent: FileAgent): string {
  const { file, overriddenBy } = agent;
  const text = file.body.trim();
  return [
    ...(overriddenBy
      ? [l10n.t('The agent of the same name in {0} takes precedence.', overriddenBy.path)]
      : []),
    ...(file.tools ? [l10n.t('Tools: {0}', file.tools.join(', '))] : []),
    ...remarks(agent),
    text.length > shownBody ? `${text.slice(0, shownBody)}…` : text,
  ]
    .filter(line => line !== '')
    .join('\n\n');
}
