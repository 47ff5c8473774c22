import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { agentIcon } from '../agents/agentIcon';
import { claudeCode } from '../agents/agentSetting';
import type { StorageKeys } from '../contributed';
import { nativeUi } from '../nativeText/nativeUi';

const key = 'sessions.hiddenAgents' satisfies keyof StorageKeys;

/** Which agents' conversations the list shows, for this workspace. */
export class AgentFilter implements Disposable {
  private readonly changed = new Emitter<void>();

  readonly onChanged = this.changed.event;

  /** @param memory of the workspace, on the user's side */
  constructor(private readonly memory: Pick<vscode.Memento, 'get' | 'update'>) {}

  /** @param agent undefined for Claude Code */
  isShown(agent: string | undefined): boolean {
    return !this.hidden.includes(agent ?? claudeCode);
  }

  get isActive(): boolean {
    return this.hidden.length > 0;
  }

  /**
   * Lets the user tick the agents whose conversations are shown.
   * @param listed agents of all conversations; undefined: Claude Code
   * @param given names to show; else the user ticks them
   */
  async choose(listed: readonly (string | undefined)[], given?: unknown): Promise<void> {
    const names = [...new Set([claudeCode, ...listed.map(agent => agent ?? claudeCode)])];
    const shown = Array.isArray(given) ? given : await this.ask(names);
    if (shown) {
      const hidden = names.filter(name => !shown.includes(name));
      // A list that shows nothing would look like one without conversations.
      await this.memory.update(key, hidden.length === names.length ? [] : hidden);
      this.changed.fire();
    }
  }

  dispose(): void {
    this.changed.dispose();
  }

  private async ask(names: readonly string[]): Promise<readonly string[] | undefined> {
    const { hidden } = this;
    const items = names.map(label => ({
      label,
      iconPath: new vscode.ThemeIcon(label === claudeCode ? 'sparkle' : agentIcon(label)),
      picked: !hidden.includes(label),
    }));
    const picked = await nativeUi.showQuickPick(items, {
      title: vscode.l10n.t('Show Conversations with'),
      canPickMany: true,
    });
    return picked?.map(({ label }) => label);
  }

  private get hidden(): readonly string[] {
    return this.memory.get<StorageKeys[typeof key]>(key, []);
  }
}
