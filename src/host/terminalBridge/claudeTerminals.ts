import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import type { LocatedCli } from '../../cli/launch/cliLocator';
import { createClaudeTerminal } from './claudeTerminal';
import { askHow } from './terminalQuestions';
import { argumentsOf, startOf } from './terminalStart';

export interface ClaudeTerminalsOptions {
  /**
   * Returns the CLI with its environment for a folder.
   * @throws UserError if there is no CLI that runs
   */
  locate(cwd: string): Promise<LocatedCli>;
  /** Returns the folder for a new terminal; undefined if the user cancels the prompt. */
  folder(): Promise<string | undefined>;
  /** Returns the names of models that agents have reported, for the prompt. */
  models(): readonly { readonly label: string; readonly value: string }[];
  /** Returns the port of the IDE server; undefined while there is none. */
  port(): Promise<number | undefined>;
  mayBypass(): boolean;
}

/** Opens terminals with Claude Code for the user. */
export class ClaudeTerminals {
  constructor(private readonly options: ClaudeTerminalsOptions) {}

  /**
   * Opens a terminal at once.
   * @param given see `TerminalStart`; checked, as another extension may pass it
   * @throws UserError `settings.badArgument`, `cli.missing`, `trust.required`, `folder.none`
   */
  async open(given: unknown = {}): Promise<void> {
    const start = startOf(given, this.options.mayBypass());
    const cwd = start.cwd ?? (await this.options.folder());
    if (cwd === undefined) {
      if (!vscode.workspace.workspaceFolders?.length) {
        throw new UserError(
          'folder.none',
          vscode.l10n.t('Open a folder first: Claude works in one.'),
        );
      }
      return;
    }
    const cli = await this.options.locate(cwd);
    const port = await this.options.port();
    const name = vscode.l10n.t('Claude');
    createClaudeTerminal({ name, cwd, cli, args: argumentsOf(start), port }).show();
  }

  /** Asks how the CLI is to start. Pressing Enter three times starts it with the defaults. */
  async openWith(): Promise<void> {
    const start = await askHow(this.options.models(), this.options.mayBypass());
    if (start) {
      await this.open(start);
    }
  }
}
