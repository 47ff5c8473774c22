import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { scriptNode } from './scriptNode';

export interface IsolatedHomeOptions {
  /** ANTHROPIC_BASE_URL; without it the CLI would call the real API with an invalid key. */
  apiUrl?: string;
  /** Retries after API errors. Default 2; the CLI's default of 10 takes minutes. */
  maxRetries?: number;
  /** False for a signed-out user: no key in the environment. */
  signedIn?: boolean;
  /** User settings, written to `settings.json` in the configuration folder. */
  settings?: Readonly<Record<string, unknown>>;
  /** Additional environment variables; `undefined` removes one. */
  env?: Readonly<Record<string, string | undefined>>;
}

/** Home folder, CLI configuration and empty workspace of one test, separate from the user's own. */
export interface IsolatedHome {
  /** Parent of the other three folders; the path has no symbolic links. */
  root: string;
  home: string;
  configDir: string;
  workspace: string;
  /** The complete environment for a child process; nothing else is inherited. */
  env: NodeJS.ProcessEnv;
  /** Variables for `tandem.cli.env` that direct a CLI to this home. */
  cliEnv: Readonly<Record<string, string>>;
  /** Restores the initial state, except for folders that an editor watches and its lock files. */
  empty: () => Promise<void>;
  dispose: () => Promise<void>;
}

/** Looks like a key to the CLI but is invalid. */
const dummyKey = 'sk-ant-api03-scripted-0000000000000000000000000000-scripted';

/** Variables that a child inherits, to find programs, folders, the user and the display. */
const inherited = [
  'PATH Path PATHEXT SystemRoot SYSTEMROOT windir ComSpec SystemDrive ProgramFiles ProgramData',
  'USER LOGNAME USERNAME SHELL LANG LC_ALL LC_CTYPE TZ TMPDIR TEMP TMP',
  'DISPLAY WAYLAND_DISPLAY XDG_RUNTIME_DIR',
]
  .join(' ')
  .split(' ');

/** Without the last variable, a CLI in a terminal installs its update for the whole machine. */
const cliNames = [
  'HOME CLAUDE_CONFIG_DIR ANTHROPIC_BASE_URL ANTHROPIC_API_KEY CLAUDE_CODE_MAX_RETRIES',
  'DISABLE_TELEMETRY DISABLE_ERROR_REPORTING DISABLE_AUTOUPDATER',
]
  .join(' ')
  .split(' ');

export async function isolatedHome(options: IsolatedHomeOptions = {}): Promise<IsolatedHome> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'tandem-home-')));
  const home = join(root, 'home');
  const configDir = join(root, 'config');
  const workspace = join(root, 'workspace');
  const temporary = join(root, 'tmp');
  for (const folder of [home, configDir, workspace, temporary]) await mkdir(folder);
  await writeConfiguration(configDir, workspace, options);
  const env = childEnvironment(home, configDir, temporary, await scriptVariables(), options);
  return {
    root,
    home,
    configDir,
    workspace,
    env,
    cliEnv: Object.fromEntries(cliNames.flatMap(name => (env[name] ? [[name, env[name]]] : []))),
    empty: async () => {
      await emptyFolder(join(configDir, 'projects'));
      await emptyFolder(join(home, '.claude'), ['ide']);
      await emptyFolder(configDir, ['projects', 'ide']);
      await emptyFolder(home, ['.claude']);
      await emptyFolder(workspace);
      await writeConfiguration(configDir, workspace, options);
    },
    // The CLI may still write its last lines while the test ends.
    dispose: () => rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  };
}

/** Answers in advance the questions that an interactive `claude` in a terminal asks first. */
async function writeConfiguration(
  configDir: string,
  workspace: string,
  { settings }: IsolatedHomeOptions,
): Promise<void> {
  const state = {
    hasCompletedOnboarding: true,
    lastOnboardingVersion: '99.0.0',
    customApiKeyResponses: { approved: [dummyKey.slice(-20)], rejected: [] },
    projects: { [workspace]: { hasTrustDialogAccepted: true } },
  };
  await writeFile(join(configDir, '.claude.json'), JSON.stringify(state));
  if (settings) await writeFile(join(configDir, 'settings.json'), JSON.stringify(settings));
}

async function emptyFolder(folder: string, kept: readonly string[] = []): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter(name => !kept.includes(name))) {
    await rm(join(folder, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Variables with which versions of the CLI that are scripts start faster. */
async function scriptVariables(): Promise<Readonly<Record<string, string>>> {
  const { path, env } = await scriptNode();
  if (path === process.execPath) return env;
  return { ...env, PATH: [dirname(path), process.env.PATH].join(delimiter) };
}

function childEnvironment(
  home: string,
  configDir: string,
  temporary: string,
  forScripts: Readonly<Record<string, string>>,
  options: IsolatedHomeOptions,
): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {};
  for (const name of inherited) {
    if (process.env[name] !== undefined) env[name] = process.env[name];
  }
  Object.assign(env, forScripts, {
    HOME: home,
    USERPROFILE: home,
    CLAUDE_CONFIG_DIR: configDir,
    // A killed CLI leaves files there.
    TMPDIR: temporary,
    DISABLE_AUTOUPDATER: '1',
    // Disables usage reports only; DISABLE_NONESSENTIAL_TRAFFIC would change the tested behavior.
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
    CLAUDE_CODE_MAX_RETRIES: String(options.maxRetries ?? 2),
    ...(options.apiUrl ? { ANTHROPIC_BASE_URL: options.apiUrl } : {}),
    ...(options.signedIn === false ? {} : { ANTHROPIC_API_KEY: dummyKey }),
  });
  for (const [name, value] of Object.entries(options.env ?? {})) {
    if (value === undefined) delete env[name];
    else env[name] = value;
  }
  return env;
}
