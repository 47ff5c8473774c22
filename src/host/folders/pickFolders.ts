import * as vscode from 'vscode';
import { pickItem } from '../nativeText/inputs';
import { nativeUi } from '../nativeText/nativeUi';

/** Folder that a new conversation can run in. */
export interface OfferedFolder {
  readonly path: string;
  readonly name: string;
  readonly icon: string;
  readonly description: string;
}

export interface FolderSelection {
  readonly cwd: string;
  /** Folders that the agent may use besides. */
  readonly added: readonly string[];
  /** True if the user goes on to the actions of the worktree. */
  readonly managesWorktree?: boolean;
}

interface FolderRow extends vscode.QuickPickItem {
  readonly path?: string;
  readonly does: 'work' | 'add' | 'browse' | 'manage' | 'nothing';
}

interface Offer extends FolderSelection {
  readonly title: string;
  readonly folders: readonly OfferedFolder[];
  /** Folders of the workspace: these can be added. */
  readonly roots: readonly OfferedFolder[];
  /** Branch of the worktree that the conversation is in. */
  readonly worktree: string | undefined;
  /** Asks for any other folder. */
  browse(): Promise<string | undefined>;
}

/**
 * Lets the user choose the folder of a new conversation, and which others the agent may use. Ticks
 * hold when the list closes, however it does.
 */
export async function pickFolders(offer: Offer): Promise<FolderSelection> {
  const pick = nativeUi.createQuickPick<FolderRow>();
  let added = offer.added;
  const draw = () => {
    const active = pick.activeItems[0];
    pick.items = rowsOf(offer, added).map(row => pickItem(row));
    pick.activeItems = pick.items.filter(
      one => one.does === active?.does && one.path === active.path,
    );
  };
  pick.title = offer.title;
  pick.matchOnDescription = true;
  draw();
  try {
    const chosen = await new Promise<FolderRow | undefined>(resolve => {
      pick.onDidAccept(() => {
        const [row] = pick.selectedItems;
        if (row?.does === 'add' && row.path !== undefined) {
          added = toggled(added, row.path);
          draw();
        } else {
          resolve(row);
        }
      });
      pick.onDidHide(() => resolve(undefined));
      pick.show();
    });
    if (chosen?.does === 'browse') {
      const more = await offer.browse();
      return { cwd: offer.cwd, added: more === undefined ? added : [...new Set([...added, more])] };
    }
    const cwd = chosen?.path ?? offer.cwd;
    const managesWorktree = chosen?.does === 'manage';
    return { cwd, added: added.filter(path => path !== cwd), managesWorktree };
  } finally {
    pick.dispose();
  }
}

function rowsOf({ cwd, folders, roots, worktree }: Offer, added: readonly string[]): FolderRow[] {
  const others = roots.filter(({ path }) => path !== cwd);
  const outside = added.filter(path => !roots.some(root => root.path === path));
  return [
    ...(worktree === undefined ? [] : worktreeRows(worktree)),
    heading(vscode.l10n.t('Work in')),
    ...folders.map(
      (one): FolderRow => ({
        label: one.name,
        iconPath: new vscode.ThemeIcon(one.path === cwd ? 'check' : one.icon),
        description: one.description,
        ...{ path: one.path, does: 'work' },
      }),
    ),
    heading(vscode.l10n.t('Also allow')),
    ...others.map(one => addRow(one.path, one.name, one.description, added)),
    ...outside.map(path => addRow(path, path, '', added)),
    {
      label: vscode.l10n.t('Add Another Folder…'),
      iconPath: new vscode.ThemeIcon('folder-opened'),
      does: 'browse',
    },
  ];
}

function worktreeRows(branch: string): FolderRow[] {
  return [
    heading(vscode.l10n.t('Worktree {0}', branch)),
    {
      label: vscode.l10n.t('Manage Worktree…'),
      iconPath: new vscode.ThemeIcon('git-branch'),
      description: vscode.l10n.t('show its changes, merge or remove it'),
      does: 'manage',
    },
  ];
}

function addRow(path: string, name: string, place: string, added: readonly string[]): FolderRow {
  const isAdded = added.includes(path);
  const state = isAdded ? vscode.l10n.t('allowed') : '';
  return {
    label: isAdded ? vscode.l10n.t('Remove {0}', name) : vscode.l10n.t('Add {0}', name),
    iconPath: new vscode.ThemeIcon(isAdded ? 'check' : 'add'),
    description: [state, place].filter(text => text !== '').join(' · '),
    ...{ path, does: 'add' },
  };
}

function heading(label: string): FolderRow {
  return { label, kind: vscode.QuickPickItemKind.Separator, does: 'nothing' };
}

function toggled(paths: readonly string[], path: string): readonly string[] {
  return paths.includes(path) ? paths.filter(one => one !== path) : [...paths, path];
}
