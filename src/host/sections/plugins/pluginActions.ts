import * as l10n from '@vscode/l10n';
import { UserError } from '../../../base/errors';
import { maskAddresses } from '../../../base/secrets';
import { type OwnScope, ownScopes } from '../../../cli/config/settingsPlaces';
import type { OfferedPlugin } from '../../../cli/plugins/pluginFiles';
import { changeable, requireShown, rowGone } from '../files/changeable';
import { readForm, textOf } from '../files/readForm';
import { originOf } from '../files/scopeLabels';
import type { SettingsFiles } from '../files/settingsFiles';
import { requireTrusted } from '../model/requireTrusted';
import type { ActionOutcome, ActionRequest, SectionPlace } from '../model/sectionSource';
import { chosenPluginScope, installForm, marketplaceForm } from './pluginForms';
import type { PluginPorts } from './pluginPorts';
import type { KnownPlugin, PluginState } from './pluginState';

/** Carries out the actions of the section in one folder. */
export class PluginActions {
  constructor(
    private readonly files: SettingsFiles,
    private readonly ports: PluginPorts,
    private readonly place: SectionPlace,
  ) {}

  /** @throws UserError `trust.required`, `plugin.refused`, `plugin.cancelled`, or as `carryOut` */
  async act(read: () => Promise<PluginState>, request: ActionRequest): Promise<ActionOutcome> {
    requireTrusted(this.place);
    const { action, row, isPreview } = request;
    if (isPreview && action !== 'toggle') {
      return {};
    }
    if (action === 'addMarket') {
      return this.addMarketplace(request);
    }
    const state = await read();
    const plugin = state.plugins.find(one => one.row === row);
    if (plugin) {
      return this.change(plugin, request);
    }
    const offered = state.available.find(({ id }) => `offer/${id}` === row);
    if (offered && action === 'install') {
      return this.install(offered, request);
    }
    const market = state.marketplaces.find(({ name }) => `market/${name}` === row);
    if (!market) {
      throw rowGone();
    }
    if (action === 'updateMarket') {
      const title = l10n.t('Updating the marketplace {0}…', market.name);
      return { text: await this.run(title, ['marketplace', 'update', '--', market.name]) };
    }
    const title = l10n.t('Removing the marketplace {0}…', market.name);
    return { text: await this.run(title, ['marketplace', 'remove', '--', market.name]) };
  }

  private change(plugin: KnownPlugin, request: ActionRequest): Promise<ActionOutcome> {
    switch (request.action) {
      case 'toggle':
        requireShown(request, plugin.isEnabled);
        return this.toggle(plugin, request.isPreview);
      case 'update':
        return this.update(plugin);
      case 'uninstall':
        return this.uninstall(plugin);
      default:
        throw new UserError('page.badCall', l10n.t('There is no such action.'));
    }
  }

  /** Switches a plugin where a file names it; where none does, in the scope it is installed for. */
  private async toggle(
    { id, scope, setting, isEnabled }: KnownPlugin,
    isPreview: boolean,
  ): Promise<ActionOutcome> {
    const origin = setting && originOf(setting, this.place.isTrusted);
    const own = ownScopes.find(one => one === (setting?.scope ?? scope));
    const target: OwnScope = changeable({
      origin: origin ?? { label: scope },
      ...(own && origin?.readOnly === undefined ? { scope: own } : {}),
    });
    return this.enable(id, target, !isEnabled, isPreview);
  }

  private async enable(
    id: string,
    scope: OwnScope,
    value: boolean,
    isPreview: boolean,
  ): Promise<ActionOutcome> {
    const edit = { kind: 'set', path: ['enabledPlugins', id], value } as const;
    const outcome = await this.files.carryOut(this.place, isPreview, [{ scope, edits: [edit] }]);
    const { undo } = outcome;
    if (!isPreview) {
      this.restart();
    }
    return undo
      ? {
          ...outcome,
          undo: async () => {
            await undo();
            this.restart();
          },
        }
      : outcome;
  }

  private async install(plugin: OfferedPlugin, { entries }: ActionRequest): Promise<ActionOutcome> {
    const form = installForm(plugin, this.place.cwd);
    const { values, problems } = readForm(form.fields, entries);
    if (problems) {
      return { problems };
    }
    const scope = chosenPluginScope(values.scope);
    const text = await this.put('install', plugin.id, scope);
    return { text, undo: async () => void (await this.put('uninstall', plugin.id, scope)) };
  }

  private async uninstall({ id, scope, isEnabled }: KnownPlugin): Promise<ActionOutcome> {
    const own = ownScopes.find(one => one === scope);
    const text = await this.put('uninstall', id, scope);
    const undo = async () => {
      await this.put('install', id, scope);
      if (own && !isEnabled) {
        await this.enable(id, own, false, false);
      }
    };
    return { text, undo };
  }

  private async update({ id, name, scope }: KnownPlugin): Promise<ActionOutcome> {
    const title = l10n.t('Updating the plugin {0}…', name);
    return { text: await this.run(title, ['update', '--scope', scope, '--', id]) };
  }

  private async addMarketplace({ entries }: ActionRequest): Promise<ActionOutcome> {
    const { fields } = marketplaceForm(this.place.cwd);
    const { values, problems } = readForm(fields, entries);
    if (problems) {
      return { problems };
    }
    const source = textOf(values.source);
    const scope = chosenPluginScope(values.scope);
    const title = l10n.t('Adding the marketplace {0}…', maskAddresses(source));
    // Agents know plugins only, and so far nothing of it is installed.
    return {
      text: await this.order(title, ['marketplace', 'add', ...inScope(scope), '--', source]),
    };
  }

  /** The data of a plugin stays, so that its removal can be taken back. */
  private put(kind: 'install' | 'uninstall', id: string, scope: string): Promise<string> {
    const title =
      kind === 'install'
        ? l10n.t('Installing the plugin {0}…', id)
        : l10n.t('Removing the plugin {0}…', id);
    const keep = kind === 'uninstall' ? ['--keep-data'] : [];
    return this.run(title, [kind, ...inScope(scope), ...keep, '--', id]);
  }

  private async run(title: string, args: readonly string[]): Promise<string> {
    try {
      return await this.order(title, args);
    } finally {
      // A command that has failed may have done a part of its work.
      this.restart();
    }
  }

  private order(title: string, args: readonly string[]): Promise<string> {
    const cwd = this.place.cwd ?? this.files.configFolder;
    return this.ports.progress(title, signal => this.ports.command.change(args, cwd, signal));
  }

  private restart(): void {
    this.place.restart?.();
    this.ports.restartAgents(undefined);
  }
}

/** Old versions know no other scope than that of the user, and not its name. */
function inScope(scope: string): readonly string[] {
  return scope === 'user' ? [] : ['--scope', scope];
}
