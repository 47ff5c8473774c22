import { basename, dirname } from 'node:path';
import * as l10n from '@vscode/l10n';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { UserError } from '../../../base/errors';
import { changeSettings, planChanges } from '../../../cli/config/changeSettings';
import type { SettingsEdit } from '../../../cli/config/settingsEdit';
import { readSettingsFile, type SettingsFile } from '../../../cli/config/settingsFile';
import {
  type OwnScope,
  ownPlace,
  type SettingsPlace,
  settingsPlaces,
} from '../../../cli/config/settingsPlaces';
import { FolderWatch } from '../../../node/folderWatch';
import { requireTrusted } from '../model/requireTrusted';
import type { ActionOutcome, SectionPlace } from '../model/sectionSource';
import type { ChangePreview } from './changePreview';
import { scopeLabel } from './scopeLabels';

export interface SettingsFilesOptions {
  configFolder(): string;
  /** Folder of an organization's settings. */
  readonly managed: string;
  /** Value of `tandem.cli.settings`. */
  launch(): unknown;
  readonly preview: ChangePreview;
}

/** Edits of the file of one scope. */
export interface ScopeEdits {
  readonly scope: OwnScope;
  readonly edits: readonly SettingsEdit[];
}

/** Settings files of the CLI, as sections read, preview, change and watch them. */
export class SettingsFiles {
  constructor(private readonly options: SettingsFilesOptions) {}

  get configFolder(): string {
    return this.options.configFolder();
  }

  get preview(): ChangePreview {
    return this.options.preview;
  }

  /** Reads all files, in the order of the scopes: of simple values, the last one counts. */
  async read({ cwd }: Pick<SectionPlace, 'cwd'>): Promise<readonly SettingsFile[]> {
    const { managed } = this.options;
    const launch = this.options.launch();
    const places = await settingsPlaces({ configFolder: this.configFolder, managed, cwd, launch });
    return Promise.all(places.map(readSettingsFile));
  }

  /** @throws UserError `folder.none` */
  place(scope: OwnScope, { cwd }: Pick<SectionPlace, 'cwd'>): SettingsPlace {
    const place = ownPlace(scope, this.configFolder, cwd);
    if (!place) {
      throw new UserError('folder.none', l10n.t('Open a folder first.'));
    }
    return place;
  }

  /**
   * Shows edits as a diff, or makes them.
   * @throws UserError `trust.required`, or as `changeSettings`; then nothing is changed
   */
  async carryOut(
    place: SectionPlace,
    isPreview: boolean,
    changes: readonly ScopeEdits[],
  ): Promise<ActionOutcome> {
    requireTrusted(place);
    const files = changes.map(({ scope, edits }) => ({ ...this.place(scope, place), edits }));
    if (isPreview) {
      const names = changes.map(({ scope }) => scopeLabel(scope)).join(', ');
      const title = l10n.t('{0}: now ↔ after the change', names);
      await this.options.preview.show(title, await planChanges(files));
      return {};
    }
    const { written, undo } = await changeSettings(files);
    return written.length === 0
      ? { text: l10n.t('The settings already had this value. Nothing was changed.') }
      : { text: l10n.t('Written to {0}.', written.map(shortName).join(', ')), undo };
  }

  /** Reports changes of the user's and the folder's files, not of an organization's. */
  watch({ cwd }: Pick<SectionPlace, 'cwd'>, onChange: () => void): Disposable {
    const store = new DisposableStore();
    const scopes: readonly OwnScope[] = cwd === undefined ? ['user'] : ['user', 'project'];
    for (const scope of scopes) {
      store.add(new FolderWatch(dirname(this.place(scope, { cwd }).path), onChange));
    }
    return store;
  }
}

function shortName(path: string): string {
  return `${basename(dirname(path))}/${basename(path)}`;
}
