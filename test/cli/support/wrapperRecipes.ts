import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { WrappedStart } from '../../support/channels/reviewBed';
import { runProgram } from '../../support/npmClient';
import { findWrapperProgram } from '../../support/provisions/wrappers';

const guide = join(__dirname, '..', '..', '..', 'docs', 'wrapper.md');

interface RecipeSettings {
  readonly 'tandem.cli.wrapper': readonly string[];
  readonly 'tandem.cli.path'?: string;
  readonly 'tandem.cli.env'?: Readonly<Record<string, string>>;
}

/**
 * Reads a recipe from the guide, so that the guide is what is tested.
 * @param heading begins the recipe's section
 * @param places replaces the example's paths and names
 */
export async function readRecipe(
  heading: string,
  places: Readonly<Record<string, string>>,
): Promise<WrappedStart> {
  const replaced = (text: string) =>
    Object.entries(places).reduce((all, [from, to]) => all.replaceAll(from, to), text);
  const settings = JSON.parse(replaced(await blockOf(heading, 'json'))) as RecipeSettings;
  const { 'tandem.cli.wrapper': wrapper, 'tandem.cli.path': path } = settings;
  const customEnv = settings['tandem.cli.env'];
  return { wrapper, ...(path ? { path } : {}), ...(customEnv ? { customEnv } : {}) };
}

/** Writes the script of a recipe. */
export async function writeScript(heading: string, path: string): Promise<void> {
  await writeFile(path, await blockOf(heading, 'sh'));
  await chmod(path, 0o755);
}

async function blockOf(heading: string, language: 'json' | 'sh'): Promise<string> {
  const sections = (await readFile(guide, 'utf8')).split(/^## /m);
  const section = sections.find(one => one.startsWith(heading)) ?? '';
  const [, block] =
    new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(section) ?? [];
  if (block === undefined) throw new Error(`docs/wrapper.md has no ${language} under "${heading}"`);
  return block;
}

/** An SSH server of one test, on 127.0.0.1, which lets in whoever has the test's key. */
export interface SshServer {
  /** Settings of `ssh` for the only host, named `far`. */
  readonly config: string;
  close(): Promise<void>;
}

/** @throws if there is no `sshd`, or if it does not start; then with what it says */
export async function startSshServer(folder: string): Promise<SshServer> {
  const program = await findWrapperProgram('sshd');
  if (!program) throw new Error('There is no sshd: run "npm run provision -- sshd".');
  await mkdir(folder);
  const at = (name: string) => join(folder, name);
  for (const name of ['host', 'user']) {
    await runProgram('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', at(name)]);
  }
  // A server of root insists on this folder, which systemd would make.
  if (process.getuid?.() === 0) await mkdir('/run/sshd', { recursive: true, mode: 0o755 });
  const port = await freePort();
  const server = [
    ...[`Port ${port}`, 'ListenAddress 127.0.0.1', `HostKey ${at('host')}`, 'PidFile none'],
    ...[`AuthorizedKeysFile ${at('user.pub')}`, 'PasswordAuthentication no', 'StrictModes no'],
    ...['UsePAM no', 'PermitRootLogin yes', 'AcceptEnv ANTHROPIC_*'],
  ];
  await writeFile(at('sshd_config'), `${server.join('\n')}\n`);
  const key = (await readFile(at('host.pub'), 'utf8')).trim();
  await writeFile(at('known_hosts'), `[127.0.0.1]:${port} ${key}\n`);
  const client = [
    ...['Host far', 'HostName 127.0.0.1', `Port ${port}`, `User ${userInfo().username}`],
    ...[`IdentityFile ${at('user')}`, 'IdentitiesOnly yes'],
    ...[`UserKnownHostsFile ${at('known_hosts')}`, 'StrictHostKeyChecking yes'],
  ];
  await writeFile(at('ssh_config'), `${client.join('\n')}\n`);
  const child = spawn(program, ['-D', '-e', '-f', at('sshd_config')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  const listening = new Promise<void>((resolve, reject) => {
    child.stderr.on('data', chunk => {
      said += String(chunk);
      if (said.includes('Server listening')) resolve();
    });
    child.once('exit', () => reject(new Error(`sshd has ended: ${said}`)));
  });
  await listening;
  return {
    config: at('ssh_config'),
    close: async () => {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}

/** `sshd` takes no 0 for "any port". */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
