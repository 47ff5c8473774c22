import { arch, homedir, release } from 'node:os';
import * as vscode from 'vscode';
import { messageOf } from '../../base/errors';
import type { CliLauncher } from '../../cli/cliLauncher';
import type { Channel } from '../../core/conversation/channel';
import type { Profiles } from '../account/profiles';
import type { CliAssistant } from '../agent/cliAssistant';
import type { CommandTable } from '../commands/command';
import type { SettingKey } from '../contributed';
import type { OutputLog } from '../outputLog';
import type { SettingsReader } from '../settings';
import { problemReport } from './problemReport';
import { scrub, secretValues } from './scrub';
import { settingShape } from './settingShape';

export interface ReporterOptions {
  /** Manifest of Tandem. */
  readonly manifest: { readonly version: string; readonly contributes: Contributes };
  readonly settings: SettingsReader;
  readonly cli: CliAssistant;
  readonly agents: CliLauncher;
  readonly profiles: Pick<Profiles, 'stored' | 'keys'>;
  readonly log: OutputLog;
  channels(): readonly Channel[];
}

interface Contributes {
  readonly configuration:
    | readonly { readonly properties: object }[]
    | { readonly properties: object };
}

export function reportCommands({ reporter }: { readonly reporter: Reporter }) {
  return { 'tandem.report.create': () => reporter.create() } satisfies Partial<CommandTable>;
}

/** Opens a problem report in an editor. Saves nothing and sends nothing. */
export class Reporter {
  constructor(private readonly options: ReporterOptions) {}

  async create(): Promise<void> {
    const { agents, channels, log, profiles, settings } = this.options;
    const report = problemReport({
      versions: await this.versions(),
      settings: this.changedSettings(),
      channels: channels().map(({ conversation, record }) => ({ conversation, record })),
      processes: agents.traces.map(({ session, version, trace }) => ({
        session,
        version,
        total: trace.total,
        frames: trace.frames,
      })),
      log: log.last,
    });
    const variables = profiles.stored.profiles.flatMap(({ env }) => Object.entries(env));
    const secrets = secretValues(
      [...Object.entries(process.env), ...variables],
      settings.get('tandem.cli.env'),
      await profiles.keys(),
    );
    const content = scrub(report, secrets, homedir());
    const document = await vscode.workspace.openTextDocument({ language: 'markdown', content });
    await vscode.window.showTextDocument(document, { preview: false });
  }

  private async versions(): Promise<Record<string, string>> {
    const { appName, remoteName, appHost, uiKind } = vscode.env;
    return {
      Tandem: this.options.manifest.version,
      [appName]: vscode.version,
      editor: `${appHost}, ${uiKind === vscode.UIKind.Web ? 'web' : 'desktop'}, remote: ${remoteName ?? 'none'}`,
      node: process.version,
      system: `${process.platform} ${release()} ${arch()}`,
      'Claude Code': await this.cliVersion(),
    };
  }

  private async cliVersion(): Promise<string> {
    // The search for the CLI starts processes.
    if (!vscode.workspace.isTrusted) {
      return 'not looked for: the workspace is not trusted';
    }
    try {
      const { version, path } = await this.options.cli.locate();
      return `${version} (${path})`;
    } catch (error) {
      return messageOf(error);
    }
  }

  private changedSettings(): Record<string, unknown> {
    const { configuration } = this.options.manifest.contributes;
    const sections = Array.isArray(configuration) ? configuration : [configuration];
    const keys = sections.flatMap(section => Object.keys(section.properties)) as SettingKey[];
    const all = vscode.workspace.getConfiguration();
    const changed = keys.filter(key => {
      const { globalValue, workspaceValue, workspaceFolderValue } = all.inspect(key) ?? {};
      return [globalValue, workspaceValue, workspaceFolderValue].some(one => one !== undefined);
    });
    return Object.fromEntries(
      changed.map(key => [key, settingShape(key, this.options.settings.get(key))]),
    );
  }
}
