import * as l10n from '@vscode/l10n';
import { timeText } from '../../../base/locale';
import { plural } from '../../../base/plural';
import type { Marketplace, OfferedPlugin } from '../../../cli/plugins/pluginFiles';
import type { PluginPart } from '../../../cli/plugins/pluginParts';
import type { Badge, SectionRow } from '../../../contract/sections';
import { originOf } from '../files/scopeLabels';
import { installForm } from './pluginForms';
import type { KnownPlugin } from './pluginState';

export function pluginRow(plugin: KnownPlugin, isTrusted: boolean): SectionRow {
  const { row, name, isEnabled, setting, errors, content, marketplace, scope } = plugin;
  const origin = setting && originOf(setting, isTrusted);
  const label = l10n.t('Enabled');
  const canToggle = isTrusted && origin?.readOnly === undefined;
  const rows = [
    ...errors.map((text, index): SectionRow => {
      const badges: readonly Badge[] = [{ text: l10n.t('Error'), tone: 'bad' }];
      return { id: `${row}/error/${index}`, title: text, badges };
    }),
    ...content.parts.map(part => partRow(part, plugin)),
  ];
  const from =
    marketplace === undefined
      ? scopeText(scope)
      : l10n.t('From {0}, for {1}', marketplace, scopeText(scope));
  return {
    ...{ id: row, title: name, detail: [from, content.description].filter(Boolean).join('. ') },
    badges: badgesOf(plugin),
    ...(canToggle
      ? { toggle: { action: 'toggle', label, isOn: isEnabled, canPreview: true } }
      : {}),
    ...(origin ? { origin, canOpen: true } : {}),
    ...(rows.length > 0 ? { rows } : {}),
    ...(isTrusted && isOwn(scope)
      ? {
          actions: [
            { id: 'update', label: l10n.t('Update') },
            { id: 'uninstall', label: l10n.t('Uninstall'), kind: 'danger' as const },
          ],
        }
      : {}),
  };
}

function isOwn(scope: string): boolean {
  return scope === 'user' || scope === 'project' || scope === 'local';
}

export function partId({ row }: KnownPlugin, { kind, name }: PluginPart): string {
  return `${row}/${kind}/${name}`;
}

export function offeredRow(
  plugin: OfferedPlugin,
  cwd: string | undefined,
  isTrusted: boolean,
): SectionRow {
  const { id, name, marketplace, description, version } = plugin;
  const from = l10n.t('From {0}', marketplace);
  const form = installForm(plugin, cwd);
  return {
    ...{ id: `offer/${id}`, title: name },
    detail: description === undefined ? from : `${from}. ${description}`,
    ...(version === undefined ? {} : { badges: [{ text: version }] }),
    ...(isTrusted ? { actions: [{ id: 'install', label: l10n.t('Install…'), form }] } : {}),
  };
}

export function marketplaceRow(
  market: Marketplace,
  installed: number,
  isTrusted: boolean,
): SectionRow {
  const { name, source, lastUpdated, problem, plugins, file } = market;
  const date = lastUpdated === undefined ? Number.NaN : Date.parse(lastUpdated);
  const parts = [
    source,
    plural(plugins.length, {
      one: l10n.t('1 plugin'),
      other: l10n.t('{0} plugins', plugins.length),
    }),
    ...(Number.isNaN(date)
      ? []
      : [l10n.t('updated on {0}', timeText(date, { dateStyle: 'medium' }))]),
  ];
  const question =
    installed === 0
      ? l10n.t('Remove the marketplace {0}?', name)
      : plural(installed, {
          one: l10n.t(
            'Remove the marketplace {0}? The plugin installed from it is removed, too, with its data.',
            name,
          ),
          other: l10n.t(
            'Remove the marketplace {0}? The {1} plugins installed from it are removed, too, with their data.',
            name,
            installed,
          ),
        });
  return {
    ...{ id: `market/${name}`, title: name, detail: parts.join(' · ') },
    ...(problem === undefined
      ? {}
      : { badges: [{ text: l10n.t('Its list cannot be read'), tone: 'bad' }], more: problem }),
    ...(file === undefined ? {} : { canOpen: true }),
    ...(isTrusted
      ? {
          actions: [
            { id: 'updateMarket', label: l10n.t('Update') },
            { id: 'removeMarket', label: l10n.t('Remove'), kind: 'danger' as const, question },
          ],
        }
      : {}),
  };
}

function partRow(part: PluginPart, plugin: KnownPlugin): SectionRow {
  const names: Readonly<Record<PluginPart['kind'], string>> = {
    command: l10n.t('Command'),
    skill: l10n.t('Skill'),
    agent: l10n.t('Agent'),
    hook: l10n.t('Hook'),
    server: l10n.t('MCP server'),
  };
  const isCommand = part.kind === 'command' || part.kind === 'skill';
  const prefix = `${isCommand ? '/' : ''}${plugin.name}:`;
  const title = isCommand || part.kind === 'agent' ? `${prefix}${part.name}` : part.name;
  return { id: partId(plugin, part), title, badges: [{ text: names[part.kind] }], canOpen: true };
}

function badgesOf({ version, isEnabled, errors }: KnownPlugin): readonly Badge[] {
  return [
    ...(version === undefined || version === 'unknown' ? [] : [{ text: version }]),
    ...(isEnabled ? [] : [{ text: l10n.t('Off') }]),
    ...(errors.length > 0
      ? [
          {
            text: plural(errors.length, {
              one: l10n.t('1 error'),
              other: l10n.t('{0} errors', errors.length),
            }),
            tone: 'bad' as const,
          },
        ]
      : []),
  ];
}

function scopeText(scope: string): string {
  switch (scope) {
    case 'user':
      return l10n.t('all projects');
    case 'project':
      return l10n.t('this project (shared)');
    case 'local':
      return l10n.t('this project (only you)');
    case 'managed':
      return l10n.t('everybody in your organization');
    default:
      return scope;
  }
}
