import * as vscode from 'vscode';
import { fineCostText } from '../../../base/locale';
import { type PermissionMode, permissionModes } from '../../../contract/content';
import { modeText } from '../../../contract/labels/modeText';
import type { RunOptions } from '../../../core/runs/run';
import { pick } from '../../commands/inputs';
import { nativeUi } from '../../nativeText/nativeUi';
import { countChoices } from './countChoices';

/** Targets from which on a second question is asked. */
const many = 50;

interface OptionParts {
  readonly title: string;
  /** Text of the button, such as "Run on 10 Files". */
  readonly action: string;
  readonly count: number;
  /** Number of files that are left out. */
  readonly withheld: number;
  /** Dollars of a run of this prompt, the last time. */
  readonly costPerRun: number | undefined;
  readonly maxLive: number;
  readonly mayBypass: boolean;
  /** Whether all targets are in git repositories. */
  readonly canUseWorktrees: boolean;
}

type Choice = 'run' | 'atATime' | 'mode' | 'worktrees';

/** Shows what is about to run until the user starts it. @returns undefined if they cancel */
export async function pickOptions(
  parts: OptionParts,
  initial: RunOptions,
): Promise<RunOptions | undefined> {
  let options = initial;
  for (;;) {
    const items = itemsOf(parts, options);
    const picked = await nativeUi.showQuickPick(items, {
      title: parts.title,
      placeHolder: vscode.l10n.t('Start, or change how it runs'),
      ignoreFocusOut: true,
    });
    switch (picked?.choice) {
      case 'run':
        if (await confirmMany(parts)) {
          return options;
        }
        break;
      case 'atATime':
        options = { ...options, ...(await pickCount(parts.maxLive, options.atATime)) };
        break;
      case 'mode':
        options = await pickMode(options, parts.mayBypass);
        break;
      case 'worktrees':
        options = { ...options, inWorktrees: !options.inWorktrees };
        break;
      default:
        return undefined;
    }
  }
}

function itemsOf(parts: OptionParts, { atATime, mode, inWorktrees }: RunOptions) {
  const { action, count, withheld, canUseWorktrees } = parts;
  const estimate = estimateText(parts);
  const left =
    withheld === 0
      ? undefined
      : vscode.l10n.t('{0} left out: private, ignored or excluded', withheld);
  const detail = [estimate, left].filter(Boolean).join(' · ');
  const item = (choice: Choice, icon: string, label: string, description?: string) => ({
    ...{ choice, label, iconPath: new vscode.ThemeIcon(icon) },
    ...(description === undefined ? {} : { description }),
  });
  return [
    { ...item('run', 'play', action), ...(detail === '' ? {} : { detail }) },
    ...(count > 1 ? [item('atATime', 'layers', vscode.l10n.t('At a Time'), String(atATime))] : []),
    item('mode', 'shield', vscode.l10n.t('Permission Mode'), modeName(mode)),
    ...(canUseWorktrees
      ? [
          item(
            'worktrees',
            'repo-forked',
            vscode.l10n.t('Each in a Worktree of Its Own'),
            inWorktrees
              ? vscode.l10n.t('yes: begins at what is committed')
              : vscode.l10n.t('no: changes the files here'),
          ),
        ]
      : []),
  ];
}

function estimateText({ costPerRun, count }: OptionParts): string | undefined {
  return costPerRun === undefined
    ? undefined
    : vscode.l10n.t(
        'Last time {0} per run, so about {1}',
        fineCostText(costPerRun),
        fineCostText(costPerRun * count),
      );
}

async function confirmMany(parts: OptionParts): Promise<boolean> {
  if (parts.count <= many) {
    return true;
  }
  const unknown = vscode.l10n.t('The cost of a run of this prompt is not known yet.');
  const picked = await nativeUi.showWarningMessage(
    vscode.l10n.t('Start {0} conversations?', parts.count),
    { modal: true, detail: estimateText(parts) ?? unknown },
    parts.action,
  );
  return picked === parts.action;
}

async function pickCount(
  maxLive: number,
  current: number,
): Promise<Pick<RunOptions, 'atATime'> | undefined> {
  const atATime = await pick(vscode.l10n.t('How many at a time?'), countChoices(maxLive, current));
  return atATime === undefined ? undefined : { atATime };
}

async function pickMode(options: RunOptions, mayBypass: boolean): Promise<RunOptions> {
  const { mode: _, ...rest } = options;
  const modes = permissionModes.filter(mode => mayBypass || mode !== 'bypassPermissions');
  const usual = { label: modeName(undefined), value: rest };
  const others = modes.map(mode => ({
    ...modeText(mode),
    value: { ...rest, mode },
  }));
  const picked = await pick<RunOptions>(vscode.l10n.t('Permission mode of the runs'), [
    usual,
    ...others,
  ]);
  return picked ?? options;
}

function modeName(mode: string | undefined): string {
  const known = permissionModes.find(one => one === mode);
  return known ? modeText(known as PermissionMode).label : vscode.l10n.t('As new conversations');
}
