import * as l10n from '@vscode/l10n';
import { type ErrorCode, UserError } from '../../../base/errors';
import type { SectionAction } from '../../../contract/sections';
import type { CommandId } from '../../contributed';
import type { SectionPlace } from '../model/sectionSource';

/** Something that the user can do about the reason why no CLI answers. */
interface Remedy {
  readonly command:
    | CommandId
    | 'workbench.trust.manage'
    | 'workbench.action.openSettings'
    | 'vscode.openFolder';
  readonly label: string;
  readonly argument?: string;
}

const prefix = 'remedy/';
const tandemFilter = '@ext:tandem.tandem-code';

/** Opens Claude in a terminal, which asks questions that it asks nowhere else. */
export function terminalRemedy(): SectionAction {
  const { command, label } = inTerminal();
  return { id: `${prefix}${command}`, label };
}

/** Opens Tandem's own settings, which a user may look for among those of the CLI. */
export function tandemSettings(): SectionAction {
  const { command, label } = ownSettings();
  return { id: `${prefix}${command}`, label };
}

/** Notices why no CLI could be asked while a section was read. */
export class Remedies {
  readonly place: SectionPlace;
  private code: ErrorCode | undefined;

  constructor(place: SectionPlace) {
    this.code = place.isTrusted ? undefined : 'trust.required';
    this.place = {
      ...place,
      reports: async () => {
        try {
          return await place.reports();
        } catch (error) {
          this.code ??= error instanceof UserError ? error.code : undefined;
          throw error;
        }
      },
    };
  }

  /** Actions for a section whose notes say what is wrong. */
  get actions(): readonly SectionAction[] {
    return remediesFor(this.code).map(({ command, label }, index) => ({
      ...{ id: `${prefix}${command}`, label },
      ...(index === 0 ? { kind: 'primary' as const } : {}),
    }));
  }
}

/** Returns the command of an action, with its argument; undefined for any other action. */
export function remedyCommand(action: string): readonly [string, ...string[]] | undefined {
  const found = allRemedies().find(({ command }) => `${prefix}${command}` === action);
  return found && [found.command, ...(found.argument === undefined ? [] : [found.argument])];
}

function allRemedies(): readonly Remedy[] {
  const codes: readonly ErrorCode[] = [
    'folder.unanswered',
    'folder.none',
    'trust.required',
    'cli.missing',
  ];
  return [inTerminal(), ownSettings(), ...codes.flatMap(remediesFor)];
}

function ownSettings(): Remedy {
  const label = l10n.t('Open Settings of Tandem');
  return { command: 'workbench.action.openSettings', label, argument: tandemFilter };
}

function inTerminal(): Remedy {
  return { command: 'tandem.terminal.open', label: l10n.t('Open Claude in Terminal') };
}

function remediesFor(code: ErrorCode | undefined): readonly Remedy[] {
  switch (code) {
    case 'folder.unanswered':
      return [
        { command: 'tandem.programs.allow', label: l10n.t('Allow Programs of This Folder…') },
        { command: 'tandem.programs.decline', label: l10n.t('Start Without Them') },
      ];
    case 'folder.none':
      return [{ command: 'vscode.openFolder', label: l10n.t('Open Folder…') }];
    case 'trust.required':
      return [{ command: 'workbench.trust.manage', label: l10n.t('Manage Workspace Trust') }];
    case 'cli.wrapper':
      return [ownSettings()];
    case 'cli.missing':
    case 'cli.badPath':
    case 'cli.noVersion':
      return [
        { command: 'tandem.cli.install', label: l10n.t('Install Claude Code…') },
        { command: 'tandem.cli.choosePath', label: l10n.t('Choose Path…') },
      ];
    default:
      return [];
  }
}
