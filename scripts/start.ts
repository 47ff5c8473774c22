// npm start: opens a real VS Code with Tandem, a sample project and the real CLI, which calls a
// scripted Messages API. No account is needed; `npm start -- --live` uses the user's own.
import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findExecutable } from '../src/node/executable';
import { sampleWorkspace } from '../test/support/demo/tour';
import { startEditor } from '../test/support/editor/host';
import { build } from './bundles';
import { type EndSignal, exitCodes, onEndAsked } from './endings';
import { provision } from './provision';
import { runScript } from './runScript';
import { type Agent, scriptedAgent } from './start/scriptedAgent';

const root = join(__dirname, '..');
/** Extension that opens the chat. */
const opener = join(root, 'test', 'support', 'demo', 'opener');
const isLive = process.argv.includes('--live');
const wantsBrowser = process.argv.includes('--browser');

let whenAsked: (signal: EndSignal) => void = exitAtOnce;

async function main(): Promise<void> {
  onEndAsked(signal => whenAsked(signal));
  step(1, 'Building the extension');
  await build({ isProduction: true });
  step(2, isLive ? 'Using your own account' : 'Starting the scripted Messages API');
  const folder = await mkdtemp(join(tmpdir(), 'tandem-start-'));
  const workspace = join(folder, 'todo-cli');
  await cp(sampleWorkspace, workspace, { recursive: true });
  const agent = isLive ? liveAgent() : await scriptedAgent();
  const desktop = wantsBrowser ? undefined : await desktopEditor();
  const stop = desktop
    ? await openDesktop(desktop, folder, workspace, agent)
    : await serveBrowser(workspace, agent);
  console.log(
    '\nThe chat is open: pick one of its examples, then ask to "add a --json flag". Ctrl-C ends it all.',
  );
  if (agent.address !== undefined) {
    console.log(
      `To observe or record model calls: *Show Account and Profiles* in the palette, a new profile with the address ${agent.address} and any key.`,
    );
  }
  await untilAsked();
  console.log('\nStopping…');
  await stop();
  await agent.dispose();
  await rm(folder, { recursive: true, force: true });
}

/** Uses the CLI and credentials from the user's shell. */
function liveAgent(): Agent {
  const env = Object.entries(process.env).filter(([name]) => /^(CLAUDE|ANTHROPIC|AWS)_/.test(name));
  return { settings: {}, env: Object.fromEntries(env), dispose: async () => undefined };
}

/** Returns a desktop VS Code, if one is installed and a display is available. */
async function desktopEditor(): Promise<string | undefined> {
  const { platform, env } = process;
  if (platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY) {
    return undefined;
  }
  return findExecutable('code', { env, platform });
}

async function openDesktop(
  command: string,
  folder: string,
  workspace: string,
  agent: Agent,
): Promise<() => Promise<void>> {
  step(3, 'Opening VS Code');
  const userData = join(folder, 'user-data');
  await mkdir(join(userData, 'User'), { recursive: true });
  const settings = { 'workbench.startupEditor': 'none', ...agent.settings };
  await writeFile(join(userData, 'User', 'settings.json'), JSON.stringify(settings));
  const args = [
    ...['--new-window', '--wait', '--disable-workspace-trust', '--user-data-dir', userData],
    ...['--extensions-dir', join(folder, 'extensions'), `--extensionDevelopmentPath=${root}`],
    `--extensionDevelopmentPath=${opener}`,
    workspace,
  ];
  const env = { ...process.env, ...agent.env };
  const child = spawn(command, args, {
    env,
    stdio: 'ignore',
    shell: process.platform === 'win32',
  });
  child.once('exit', () => process.kill(process.pid, 'SIGINT'));
  return async () => {
    child.kill();
  };
}

async function serveBrowser(workspace: string, agent: Agent): Promise<() => Promise<void>> {
  step(3, 'Preparing VS Code for the browser');
  await provision(['start'], line => console.log(`  ${line}`));
  const host = await startEditor({
    workspace,
    extension: { folder: root },
    others: [opener],
    settings: { 'workbench.colorTheme': 'Default Dark Modern', ...agent.settings },
    env: agent.env,
    driver: false,
  });
  step(4, 'Ready');
  console.log(`\n  Open ${host.url}`);
  return () => host.stop();
}

/** Exits at once: during startup, nothing but this process needs to be stopped. */
function exitAtOnce(signal: EndSignal): void {
  process.exit(exitCodes[signal]);
}

function untilAsked(): Promise<void> {
  return new Promise(resolve => {
    whenAsked = () => resolve();
  });
}

function step(number: number, what: string): void {
  console.log(`[${number}/4] ${what}…`);
}

runScript(main);
