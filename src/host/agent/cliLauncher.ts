import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../base/log';
import { CliProcess } from '../../cli/cliProcess';
import { ControlSupportMemory } from '../../cli/controlSupport';
import { mayBypassPermissions } from '../../cli/environment';
import type { LaunchSettings } from '../../cli/launchSettings';
import type { LocatedCli } from '../../cli/locate';
import type { ConversationEvent } from '../../contract/events';
import type { SessionId } from '../../contract/ids';
import type { AgentHost, AgentProcess } from '../../protocol/agentSource';
import type { AgentLauncher, LaunchOptions, Picks } from '../channels/ports';

export interface CliLauncherOptions {
  /** @throws UserError when there is none that runs */
  locate(): Promise<LocatedCli>;
  settings(cwd: string): LaunchSettings;
  /** Where texts go that are too long for a command line. */
  readonly scratchFolder: string;
  readonly log: Log;
}

/** Starts the CLI for a channel, and reads what it has stored of a conversation. */
export class CliLauncher implements AgentLauncher {
  private readonly support = new ControlSupportMemory();

  constructor(private readonly options: CliLauncherOptions) {}

  async launch(launch: LaunchOptions, host: AgentHost): Promise<AgentProcess> {
    const { scratchFolder, log } = this.options;
    const cli = await this.options.locate();
    const settings = withPicks(this.options.settings(launch.cwd), launch.picks);
    const { cwd, session, costBefore } = launch;
    return new CliProcess(
      {
        command: cli.target.command,
        args: cli.target.args,
        env: cli.env,
        cwd,
        version: cli.version,
        support: this.support.of(cli),
        session,
        settings,
        mayBypass: mayBypassPermissions(cli.env),
        scratchFolder,
        costBase: costBefore,
        log: log.child('cli'),
      },
      host,
    );
  }

  async hasSession(_cwd: string, id: SessionId): Promise<boolean> {
    const { env } = await this.options.locate();
    const root = join(env.CLAUDE_CONFIG_DIR ?? join(env.HOME ?? '', '.claude'), 'projects');
    for (const slug of await readdir(root).catch(() => [])) {
      if ((await readdir(join(root, slug))).includes(`${id}.jsonl`)) return true;
    }
    return false;
  }

  async readSession(): Promise<readonly ConversationEvent[]> {
    return [];
  }
}

/** What was picked in the conversation goes before the settings. */
function withPicks(settings: LaunchSettings, picks: Picks): LaunchSettings {
  return {
    ...settings,
    ...(picks.mode ? { 'tandem.permissions.initialMode': picks.mode } : {}),
    ...(picks.model ? { 'tandem.model': picks.model } : {}),
    ...(picks.effort ? { 'tandem.effort': picks.effort } : {}),
    ...(picks.maxThinkingTokens === undefined
      ? {}
      : { 'tandem.thinking.maxTokens': picks.maxThinkingTokens }),
  };
}
