import { join } from 'node:path';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { omitUndefined } from '../../../base/omitUndefined';
import { type AgentPlaces, promptFolders } from '../../../cli/agentFiles/agentFolders';
import { readPrompts } from '../../../cli/agentFiles/promptCommands';
import { definitionFiles, definitionPlaces } from '../../../cli/definitions/definitionFiles';
import { fieldText } from '../../../cli/definitions/frontMatter';
import { FolderWatch } from '../../../node/folderWatch';
import type { SavedPrompt, SavedPrompts } from '../../savedPrompts/savedPrompts';

export type PromptScope = 'project' | 'user' | 'saved';

/** A prompt that can be run on files. */
export interface LibraryPrompt {
  /** As in `PromptRef`. */
  readonly key: string;
  readonly scope: PromptScope;
  /** Word behind `/`, or the name of a saved prompt. */
  readonly name: string;
  readonly description?: string;
  /** Hint at what may be typed after the word. */
  readonly argumentHint?: string;
  /** Text of a file, with its placeholders. */
  readonly body?: string;
  /** File of the prompt. */
  readonly path?: string;
  /** Project folder that brings it. */
  readonly root?: string;
  readonly saved?: SavedPrompt;
}

interface LibraryParts {
  /** Workspace folders. */
  folders(): readonly string[];
  places(): Omit<AgentPlaces, 'cwd'>;
  /** Whether prompt files of VS Code and GitHub are used. */
  usesGithub(): boolean;
  readonly saved: Pick<SavedPrompts, 'list' | 'onChanged'>;
}

/** Prompts of the projects, of the user's own folders, and those that were saved. */
export class PromptLibrary implements Disposable {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new Emitter<void>());
  private watches = new DisposableStore();
  private watched = '';

  /** Fires when files of prompts, or saved prompts, may have changed. */
  readonly onChanged = this.changed.event;

  constructor(private readonly parts: LibraryParts) {
    this.store.add(parts.saved.onChanged(() => this.changed.fire()));
  }

  async list(): Promise<readonly LibraryPrompt[]> {
    const folders = this.parts.folders();
    const found: LibraryPrompt[] = [];
    for (const cwd of folders.length === 0 ? [undefined] : folders) {
      found.push(...(await this.commandsOf(cwd)), ...(await this.promptsOf(cwd)));
    }
    const saved = (await this.parts.saved.list()).map(
      (one): LibraryPrompt => ({
        ...{ key: `saved:${one.name}`, scope: 'saved', name: one.name, saved: one },
        description: firstLine(one.draft.text),
      }),
    );
    const byKey = new Map([...found, ...saved].map(prompt => [prompt.key, prompt]));
    return [...byKey.values()].sort((one, other) => one.name.localeCompare(other.name));
  }

  /** Reports changes of the folders from now on. */
  async watch(): Promise<void> {
    const folders = await this.watchable();
    const named = folders.join('\n');
    if (named !== this.watched && !this.store.isDisposed) {
      this.watched = named;
      this.watches.dispose();
      this.watches = new DisposableStore();
      for (const folder of folders) {
        this.watches.add(new FolderWatch(folder, () => this.changed.fire()));
      }
    }
  }

  /** Says that prompts have changed of which nothing is watched. */
  noteChange(): void {
    this.changed.fire();
  }

  dispose(): void {
    this.watches.dispose();
    this.store.dispose();
  }

  private async watchable(): Promise<readonly string[]> {
    const { configFolder, editorPrompts } = this.parts.places();
    const all = new Set<string>();
    for (const cwd of this.parts.folders()) {
      const prompts = this.parts.usesGithub() ? await promptFolders({ cwd, editorPrompts }) : [];
      const commands = await definitionPlaces('commands', configFolder, cwd);
      for (const { folder } of [...prompts, ...commands]) {
        all.add(folder);
      }
    }
    all.add(join(configFolder, 'commands'));
    return [...all];
  }

  /** Commands of Claude Code, the first of each name. */
  private async commandsOf(cwd: string | undefined): Promise<readonly LibraryPrompt[]> {
    const places = await definitionPlaces('commands', this.parts.places().configFolder, cwd);
    const files = await definitionFiles('commands', places);
    const named = new Map<string, LibraryPrompt>();
    for (const file of files) {
      const name = file.relative.replace(/\.md$/, '').replaceAll('/', ':');
      if (file.failure === undefined && isWord(name) && !named.has(name)) {
        const { scope, root } = file.place;
        const facts = {
          description: fieldText(file, 'description'),
          argumentHint: fieldText(file, 'argument-hint'),
          root,
        };
        named.set(name, {
          ...{ key: `file:${file.path}`, scope, name, path: file.path, body: file.body },
          ...omitUndefined(facts),
        });
      }
    }
    return [...named.values()];
  }

  private async promptsOf(cwd: string | undefined): Promise<readonly LibraryPrompt[]> {
    const { editorPrompts } = this.parts.places();
    const prompts = this.parts.usesGithub() ? await readPrompts({ cwd, editorPrompts }) : [];
    return prompts.map(({ file, path, place }) => {
      const { name, description, argumentHint, body } = file;
      return {
        ...{ key: `file:${path}`, name, path, body },
        scope: place.scope === 'project' ? 'project' : 'user',
        ...omitUndefined({ description, argumentHint, root: place.root }),
      };
    });
  }
}

/** Word that can stand behind `/`. */
function isWord(name: string): boolean {
  return /^[^\s/\p{C}]{1,100}$/u.test(name);
}

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0]?.slice(0, 200) ?? '';
}
