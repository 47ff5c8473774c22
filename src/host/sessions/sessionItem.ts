import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { costText, timeText } from '../../base/locale';
import { plural } from '../../base/plural';
import { agentIcon } from '../agents/agentIcon';
import { markdownTooltip, treeItem } from '../nativeText/nativeUi';
import { shortPath } from '../shortPath';
import { accessibleLabel, contextOf, descriptionOf, markdownFacts } from './rowTexts';
import type { GroupNode, SessionNode } from './sessionNodes';
import type { RowState, SessionRow } from './sessionRow';
import { groupNames, placeNames, stateNames } from './sessionTexts';
import { plainText, sizeText } from './shortTexts';

const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

/** Each state has its own shape, because not everyone can tell colors apart. */
const icons: Record<RowState, vscode.ThemeIcon> = {
  needsInput: new vscode.ThemeIcon('bell-dot', new vscode.ThemeColor('list.warningForeground')),
  running: new vscode.ThemeIcon('loading~spin'),
  elsewhere: new vscode.ThemeIcon('circle-large-outline'),
  unread: new vscode.ThemeIcon('circle-filled', new vscode.ThemeColor('charts.blue')),
  archived: new vscode.ThemeIcon('archive', new vscode.ThemeColor('disabledForeground')),
  open: new vscode.ThemeIcon('comment-discussion'),
  idle: new vscode.ThemeIcon('comment'),
};
const pinned = new vscode.ThemeIcon('pinned');

export function groupItem(node: GroupNode): vscode.TreeItem {
  const { heading, children } = node;
  const isFolder = heading.kind === 'folder';
  const label = isFolder
    ? basename(heading.folder) || vscode.l10n.t('Unknown folder')
    : groupNames[heading.time];
  const isOut = !isFolder && heading.time === 'archived';
  const count = plural(children.length, {
    one: vscode.l10n.t('1 conversation'),
    other: vscode.l10n.t('{0} conversations', children.length),
  });
  const isElsewhere = isFolder && !heading.isWorkspace && heading.folder !== '';
  const item = treeItem(
    {
      label,
      description: isElsewhere ? shortPath(dirname(heading.folder)) : undefined,
      tooltip: isFolder ? heading.folder : undefined,
      accessibleLabel: `${label}, ${count}`,
    },
    isOut ? Collapsed : Expanded,
  );
  item.id = `group ${node.key}`;
  item.contextValue = 'group';
  return item;
}

export function sessionItem(node: SessionNode): vscode.TreeItem {
  const { id, row, age } = node;
  const item = treeItem({
    label: plainText(row.title) || id,
    description: descriptionOf(row, age),
    accessibleLabel: accessibleLabel(row, age, stateTexts(row)),
  });
  item.id = `session ${id}`;
  item.iconPath = iconOf(row);
  item.contextValue = contextOf(row);
  item.command = {
    command: 'tandem.sessions.openConversation',
    title: vscode.l10n.t('Open'),
    arguments: [node],
  };
  return item;
}

/** A quiet conversation shows whose it is; what needs attention comes first. */
function iconOf({ isPinned, state, agent }: SessionRow): vscode.ThemeIcon {
  if (state !== 'idle' && state !== 'open') {
    return icons[state];
  }
  const quiet = agent === undefined ? icons[state] : new vscode.ThemeIcon(agentIcon(agent));
  return isPinned ? pinned : quiet;
}

/** Created only when the user hovers over the row. */
export function sessionTooltip(row: SessionRow): vscode.MarkdownString {
  const { stored, agent, cwd, branch, at, costUsd, id } = row;
  return markdownTooltip(
    markdownFacts(row.title, [
      [vscode.l10n.t('State'), stateTexts(row).join(', ')],
      [vscode.l10n.t('Agent'), agent],
      [vscode.l10n.t('Folder'), cwd && shortPath(cwd)],
      [vscode.l10n.t('Branch'), branch],
      [vscode.l10n.t('First prompt'), stored?.firstPrompt],
      [vscode.l10n.t('Last prompt'), stored?.lastPrompt],
      [vscode.l10n.t('Tag'), stored?.tag],
      [vscode.l10n.t('Last activity'), timeText(at, { dateStyle: 'medium', timeStyle: 'short' })],
      [vscode.l10n.t('Cost'), costUsd === undefined ? undefined : costText(costUsd)],
      [vscode.l10n.t('Size'), stored && sizeText(stored.size)],
      [vscode.l10n.t('ID'), id],
    ]),
  );
}

function stateTexts({ state, elsewhere, isPinned, isArchived }: SessionRow): string[] {
  return [
    elsewhere && state === 'elsewhere' ? placeNames[elsewhere] : stateNames[state],
    isPinned ? vscode.l10n.t('pinned') : '',
    isArchived && state !== 'archived' ? stateNames.archived : '',
  ].filter(Boolean);
}
