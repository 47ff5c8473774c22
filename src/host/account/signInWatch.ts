import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { FolderWatch } from '../../node/folderWatch';

export interface SignInFiles {
  readonly configFolder: string;
  readonly stateFile: string;
}

/** Notices that somebody has signed in or out, here or in a terminal. */
export class SignInWatch implements Disposable {
  private readonly store = new DisposableStore();
  private readonly changed = new Emitter<void>();
  private known: Promise<string>;
  /** Resolves when the account is known that was signed in at first. */
  readonly ready: Promise<unknown>;

  /** Fires when the account that is signed in may have changed. */
  readonly onChanged = this.changed.event;

  constructor(private readonly files: SignInFiles) {
    this.known = this.account();
    this.ready = this.known;
    for (const folder of new Set([files.configFolder, dirname(files.stateFile)])) {
      this.store.add(new FolderWatch(folder, () => void this.look()));
    }
  }

  dispose(): void {
    this.store.dispose();
  }

  private async look(): Promise<void> {
    const former = this.known;
    this.known = this.account();
    if ((await former) !== (await this.known)) {
      this.changed.fire();
    }
  }

  /** Both files change often; only what they say of the account counts. */
  private async account(): Promise<string> {
    const { configFolder, stateFile } = this.files;
    const [credentials, state] = await Promise.all([
      stat(join(configFolder, '.credentials.json')).then(
        ({ mtimeMs, size }) => `${mtimeMs} ${size}`,
        () => '',
      ),
      readFile(stateFile, 'utf8').catch(() => ''),
    ]);
    const own = /"oauthAccount"\s*:\s*\{[^}]*\}/.exec(state)?.[0] ?? '';
    const key = /"primaryApiKey"\s*:/.test(state);
    return `${credentials} ${own} ${key}`;
  }
}
