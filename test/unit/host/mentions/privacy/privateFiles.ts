import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { silentLog } from '../../../../../src/base/log';
import { currentReadRules, type ReadRules } from '../../../../../src/cli/permissions/readRules';
import { SettingsLayers } from '../../../../../src/cli/permissions/settingsLayers';

/** Reason why nobody may take a file along unseen. */
export type PrivateKind = 'secret' | 'ignored' | 'excluded' | 'denied' | 'outside';

/** Content of each private file, followed by its path. */
export const content = 'hush-hush';

const kinds: Readonly<Record<PrivateKind, readonly string[]>> = {
  secret: [
    ...['.env', 'prod.env', 'app/.env.production', 'server.key', 'keys/id_ed25519', '.npmrc'],
    ...['credentials.json', 'secret.ts', '.aws/config', '.env~', 'id_rsa (1)', 'main.tfstate'],
    'harmless.txt',
  ],
  ignored: [
    ...['ignored/a.ts', 'ignored/deep/b.ts', 'build.log', 'x/trace.log', 'sub/own.tmp'],
    ...['dist/é ü.js', 'link-ignored.ts'],
  ],
  excluded: [
    ...['hidden.txt', 'src/hidden.txt', 'unsearched/a.ts', 'unsearched/deep/b.ts'],
    ...['gen/a.min.js', 'link-excluded.ts'],
  ],
  denied: [
    ...['by-user/a.ts', 'x/by-user/b.ts', 'managed-1.txt', 'y/managed-2.txt', 'private/a.ts'],
    ...['private/deep/b.ts', 'notes.txt', 'z/notes.txt', 'link-denied.ts', 'linked/deep/b.ts'],
  ],
  outside: ['../outside/plain.ts', '../outside/dir/x.ts', 'link-outside.ts', 'away/x.ts'],
};

/** Links in the workspace, and where they lead. */
const links: Readonly<Record<string, string>> = {
  'harmless.txt': '.env',
  'link-ignored.ts': 'ignored/a.ts',
  'link-excluded.ts': 'hidden.txt',
  'link-denied.ts': 'private/a.ts',
  linked: 'private',
  'link-outside.ts': '../outside/plain.ts',
  away: '../outside/dir',
};

export const privateFiles = Object.entries(kinds).flatMap(([kind, paths]) =>
  paths.map(path => [kind as PrivateKind, path] as const),
);

/** Globs of `files.exclude` and `search.exclude`. */
export const excluded = { '**/hidden.txt': true, unsearched: true, 'gen/**/*.min.js': true };

/** A repository with private files, and rules against reading in all layers of the settings. */
export class PrivateFolder {
  private readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'tandem-private-')));
  readonly folder = join(this.root, 'workspace');
  private readonly layers = new SettingsLayers({
    configFolders: () => [join(this.root, 'config')],
    managed: join(this.root, 'managed'),
    launch: () => ({}),
  });
  readonly log = silentLog;

  constructor() {
    for (const [, path] of privateFiles) {
      if (!(path in links) && !/^(?:linked|away)\//.test(path)) {
        this.write(path, `${content} ${path}`);
      }
    }
    for (const [link, target] of Object.entries(links)) {
      symlinkSync(join(this.folder, target), join(this.folder, link));
    }
    execFileSync('git', ['init', '--quiet'], { cwd: this.folder });
    this.write('.gitignore', 'ignored/\n*.log\ndist/\n');
    this.write('sub/.gitignore', '*.tmp\n');
    this.write('plain.ts', 'open');
    this.deny('../config/settings.json', 'Read(**/by-user/**)');
    this.deny('../managed/managed-settings.json', 'Read(managed-*.txt)');
    this.deny('.claude/settings.json', 'Read(./private/**)');
    this.deny('.claude/settings.local.json', 'Read(notes.txt)');
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  rules(cwds: readonly string[], others: readonly string[] = []): ReadRules {
    const { layers, root } = this;
    const home = () => join(root, 'home');
    return currentReadRules({ layers, home, platform: process.platform }, cwds, others);
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  private deny(path: string, rule: string): void {
    this.write(path, JSON.stringify({ permissions: { deny: [rule] } }));
  }

  private write(path: string, text: string): void {
    mkdirSync(dirname(this.path(path)), { recursive: true });
    writeFileSync(this.path(path), text);
  }
}
