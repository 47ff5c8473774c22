import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { silentLog } from '../../../../src/base/log';
import { GitReader } from '../../../../src/host/mentions/git/gitReader';
import { FilePrivacy } from '../../../../src/host/mentions/privacy/filePrivacy';
import { GitProgram } from '../../../../src/node/git/gitProgram';

/** Files that must not leave: secret, ignored, excluded or denied. */
export const privateFiles: readonly string[] = [
  ...['.env', '.env.local', 'prod.env', '.envrc', 'app/.env.production', 'old/.env.bak', '.env~'],
  ...['server.key', 'cert.pem', 'store.jks', 'x.p12', 'id_rsa', 'keys/id_ed25519', 'a.ppk'],
  ...['.npmrc', '.netrc', '.pypirc', '.pgpass', '.git-credentials', 'auth.json', 'x.tfvars'],
  ...['credentials.json', 'secrets.yaml', 'secret.ts', '.aws/config', '.ssh/known', '.kube/config'],
  ...['kubeconfig', 'state.tfstate', 'client_secret_1.json', '.htpasswd', 'wp-config.php'],
  ...['ignored/a.ts', 'ignored/deep/b.ts', 'build.log', 'x/ignored/c.ts'],
  ...['excluded/a.ts', 'deep/excluded/b.ts', 'gen/a.min.js', 'one.map', 'two.snap'],
  ...['denied/a.ts', 'denied/deep/b.ts', 'private notes.txt'],
];

const excludes = ['**/excluded', 'gen/**/*.min.js', '*.{map,snap}'];

/** A real repository with files that mentions may tell of, and others. */
export class MentionBed {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'tandem-mentions-')));
  private readonly program = new GitProgram({ env: process.env, platform: process.platform });
  readonly privacy = new FilePrivacy({
    readRules: () => ({
      deny: async path => path.includes('/denied/') || path.endsWith('/private notes.txt'),
    }),
    git: this.program,
    workspaceFolders: () => [this.folder],
    excludes: () => excludes,
    log: silentLog,
  });
  readonly reader = new GitReader(this.program, this.privacy);
  readonly signal = new AbortController().signal;

  git(...args: readonly string[]): string {
    const who = ['-c', 'user.name=Ada Lovelace', '-c', 'user.email=ada@example.org'];
    const quiet = ['-c', 'commit.gpgsign=false', '-c', 'init.defaultBranch=main'];
    return execFileSync('git', [...who, ...quiet, ...args], { cwd: this.folder, encoding: 'utf8' });
  }

  write(path: string, text: string): string {
    const absolute = join(this.folder, path);
    mkdirSync(dirname(absolute), { recursive: true });
    writeFileSync(absolute, text);
    return absolute;
  }

  /** Makes a repository in which git ignores some folders. */
  init(): void {
    this.git('init', '-q');
    this.write('.gitignore', 'ignored/\n*.log\n');
  }

  remove(): void {
    this.program.dispose();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
