import * as l10n from '@vscode/l10n';
import type { Clock } from '../../base/clock';
import { UserError } from '../../base/errors';
import type { Log } from '../../base/log';
import { ruleFor } from '../../cli/permissions/commandRules';
import type { ReadRules } from '../../cli/permissions/readRules';
import type { ShellRequest, ShellRunner } from '../../core/conversation/shellRunner';
import { isFolder } from '../../node/isFolder';
import type { PipedProcess } from '../../node/spawnProcess';
import { runInShell } from '../../node/userShell';
import { goneFolder } from '../../protocol/agentLauncher';
import { namedFiles } from './namedFiles';

/** Rules of the user, of an organization and of the folders, as they are now. */
export interface ShellRules {
  readonly deny: readonly string[];
  readonly ask: readonly string[];
}

export interface EditorShellOptions {
  /** Environment of the agent in this folder. */
  environment(cwd: string): Promise<Record<string, string>>;
  /** @throws UserError `settings.unreadable` */
  rules(folders: readonly string[]): Promise<ShellRules>;
  readRules(cwds: readonly string[], others: readonly string[]): ReadRules;
  /** @throws UserError `trust.required` */
  requireTrust(): void;
  /** Asks whether to run a line; `reason` says why there is a question. */
  confirm(line: string, reason: string, cwd: string): Promise<boolean>;
  home(): string;
  readonly platform: NodeJS.Platform;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Runs the user's own lines under the rules for the agent's commands: what is denied is refused. No
 * other question is needed, as the user has typed the line.
 */
export class EditorShell implements ShellRunner {
  constructor(private readonly options: EditorShellOptions) {}

  async start(request: ShellRequest): Promise<PipedProcess | undefined> {
    const { clock, log, platform } = this.options;
    const { command, cwd } = request;
    this.options.requireTrust();
    if (!(await isFolder(cwd))) {
      throw new UserError('folder.none', goneFolder(cwd));
    }
    const reason = await this.reasonToAsk(request);
    if (reason !== undefined && !(await this.options.confirm(command, reason, cwd))) {
      return undefined;
    }
    const env = await this.options.environment(cwd);
    return runInShell(command, { cwd, env, platform, clock, log: log.child('shell') });
  }

  /** @throws UserError `shell.denied` */
  private async reasonToAsk({
    command,
    cwd,
    addDirs,
    mode,
  }: ShellRequest): Promise<string | undefined> {
    const { deny, ask } = await this.options.rules([cwd]);
    const denied = ruleFor(command, deny);
    if (denied !== undefined) {
      throw refused(l10n.t('The rule {0} of your settings denies this line.', denied));
    }
    const { home, platform } = this.options;
    const files = await namedFiles(command, { cwd, home: home(), platform });
    const rules = this.options.readRules([cwd], addDirs);
    for (const { word, path } of files) {
      if (await rules.deny(path)) {
        throw refused(l10n.t('Your rules deny reading {0}.', word));
      }
    }
    const asked = ruleFor(command, ask);
    if (asked !== undefined && mode === 'dontAsk') {
      throw refused(l10n.t('The rule {0} asks, and this conversation never asks.', asked));
    }
    const secret = files.find(({ isSecret }) => isSecret);
    return asked !== undefined
      ? l10n.t('The rule {0} of your settings asks before this line runs.', asked)
      : secret &&
          l10n.t(
            'By its name, {0} holds keys or passwords. What the line shows is sent with your next message.',
            secret.word,
          );
  }
}

function refused(why: string): UserError {
  return new UserError(
    'shell.denied',
    l10n.t('{0} Run it in a terminal, or change the rule.', why),
  );
}
