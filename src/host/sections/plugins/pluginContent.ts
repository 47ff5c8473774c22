import * as l10n from '@vscode/l10n';
import { fileNotes } from '../files/fileNotes';
import type { SectionContent, SectionPlace } from '../model/sectionSource';
import { marketplaceForm } from './pluginForms';
import { marketplaceRow, offeredRow, pluginRow } from './pluginRows';
import type { PluginState } from './pluginState';

/** Plugins that are offered at once: a page with more is slow. */
const mostOffered = 500;

export function pluginContent(
  { plugins, available, marketplaces, settings, note }: PluginState,
  { cwd, isTrusted }: SectionPlace,
): SectionContent {
  const left = available.length - mostOffered;
  const add = { id: 'addMarket', label: l10n.t('Add Marketplace…'), form: marketplaceForm(cwd) };
  return {
    groups: [
      {
        id: 'installed',
        title: l10n.t('Installed'),
        rows: plugins.map(plugin => pluginRow(plugin, isTrusted)),
        empty: l10n.t('No plugin is installed.'),
      },
      {
        id: 'available',
        title: l10n.t('Available'),
        rows: available.slice(0, mostOffered).map(plugin => offeredRow(plugin, cwd, isTrusted)),
        empty:
          marketplaces.length === 0
            ? l10n.t('Add a marketplace to see its plugins.')
            : l10n.t('The marketplaces have no other plugins.'),
        ...(left > 0 ? { note: l10n.t('{0} more are not shown.', left) } : {}),
      },
      {
        id: 'marketplaces',
        title: l10n.t('Marketplaces'),
        rows: marketplaces.map(market => {
          const own = plugins.filter(({ marketplace }) => marketplace === market.name);
          return marketplaceRow(market, own.length, isTrusted);
        }),
        empty: l10n.t('No marketplace is known.'),
        ...(isTrusted ? { actions: [add] } : {}),
      },
    ],
    notes: [...(note ? [note] : []), ...fileNotes(settings)],
  };
}
