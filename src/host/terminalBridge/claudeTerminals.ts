import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import { asString, isObject } from '../../base/json';
import type { LocatedCli } from '../../cli/launch/locate';
import type { PermissionMode } from '../../contract/content';
import { modeLabels } from '../modeLabels';
import { createClaudeTerminal } from './claudeTerminal';
import { askHow, type TerminalStart } from './terminalQuestions';

export interface ClaudeTerminalsOptions {
  /** @throws UserError when there is none that runs */
  locate(): Promise<LocatedCli>;
  /** The folder of what is new; undefined when the user leaves the question. */
  folder(): Promise<string | undefined>;
  /** Names of models that agents have told of, for the question. */
  models(): readonly { readonly label: string; readonly value: string }[];
  /** Of the server for terminals; undefined while there is none. */
  port(): Promise<number | undefined>;
  mayBypass(): boolean;
}

/** Terminals with Claude Code, as the user asks for them. */
export class ClaudeTerminals {
  constructor(private readonly options: ClaudeTerminalsOptions) {}

  /**
   * Opens one at once.
   * @param given see `TerminalStart`; what another extension passes is checked
   * @throws UserError `unfit`, `noCli`, `untrusted`, `noFolder`
   */
  async open(given: unknown = {}): Promise<void> {
    const start = startOf(given);
    const cli = await this.options.locate();
    const cwd = start.cwd ?? (await this.options.folder());
    if (cwd === undefined) {
      if (!vscode.workspace.workspaceFolders?.length) {
        throw new UserError('noFolder', vscode.l10n.t('Open a folder first: Claude works in one.'));
      }
      return;
    }
    const port = await this.options.port();
    const name = vscode.l10n.t('Claude');
    createClaudeTerminal({ name, cwd, cli, args: argumentsOf(start), port }).show();
  }

  /** Asks how it is to begin; Enter three times is as it always begins. */
  async openWith(): Promise<void> {
    const start = await askHow(this.options.models(), this.options.mayBypass());
    if (start) {
      await this.open(start);
    }
  }
}

function startOf(given: unknown): TerminalStart {
  if (!isObject(given)) {
    return {};
  }
  const mode = asString(given.mode);
  if (mode !== undefined && !isMode(mode)) {
    const names = Object.keys(modeLabels).join(', ');
    throw new UserError('unfit', vscode.l10n.t('A mode is one of {0}.', names));
  }
  const model = asString(given.model);
  const resume = asString(given.resume);
  const cwd = asString(given.cwd);
  return {
    ...(mode ? { mode } : {}),
    ...(model ? { model } : {}),
    ...(resume ? { resume } : {}),
    ...(cwd ? { cwd } : {}),
  };
}

function isMode(name: string): name is PermissionMode {
  return Object.hasOwn(modeLabels, name);
}

function argumentsOf({ mode, model, resume }: TerminalStart): string[] {
  return [
    // With `=`: what begins with a dash is no option of its own.
    ...(mode ? [`--permission-mode=${mode}`] : []),
    ...(model ? [`--model=${model}`] : []),
    ...(resume === 'last' ? ['--continue'] : []),
    ...(resume === 'pick' ? ['--resume'] : []),
    ...(resume && resume !== 'last' && resume !== 'pick' ? [`--resume=${resume}`] : []),
  ];
}
