import * as l10n from '@vscode/l10n';
import type { Choices } from '../../../src/contract/choices';
import type { CommandSource } from '../../../src/contract/commands';
import { programName } from '../../../src/contract/labels/agentNames';
import type { Ranked } from './rankCommands';

/** Where a row of the list belongs: to Tandem, to a terminal, or to a source of the agent's. */
export type GroupKey = CommandSource | 'tandem' | 'terminal';

/** Returns the heading above the commands of a group. */
export function groupHeading(key: GroupKey, choices: Pick<Choices, 'foreign'>): string {
  switch (key) {
    case 'tandem':
      return l10n.t('Tandem');
    case 'builtIn':
      return programName(choices);
    case 'project':
      return l10n.t('Commands and skills of the project');
    case 'user':
      return l10n.t('Your commands and skills');
    case 'plugin':
      return l10n.t('Plugins');
    case 'server':
      return l10n.t('Prompts of MCP servers');
    case 'prompt':
      return l10n.t('Prompt files');
    case 'other':
      return l10n.t('Other commands and skills');
    case 'terminal':
      return l10n.t('Only in a terminal');
  }
}

/** Order of the groups as long as nothing is typed. */
const order: readonly GroupKey[] = [
  'tandem',
  'builtIn',
  'project',
  'user',
  'plugin',
  'server',
  'prompt',
  'other',
  'terminal',
];

/** Puts the rows of each group together; the group of the best row comes first. */
export function grouped<T extends { readonly group: GroupKey }>(
  ranked: readonly Ranked<T>[],
  query: string,
): readonly Ranked<T>[] {
  const first = query === '' ? order : [];
  const groups = new Map<GroupKey, Ranked<T>[]>(first.map(group => [group, []]));
  for (const row of ranked) {
    const { group } = row.command;
    groups.set(group, [...(groups.get(group) ?? []), row]);
  }
  return [...groups.values()].flat();
}
