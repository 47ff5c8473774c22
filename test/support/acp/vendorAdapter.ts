import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AcpCommand } from '../../../src/acp/ports';
import { type Content, cacheFolder, findContent, type Progress, provisionOnce } from '../cache';
import { cliBinary } from '../cli/cliBinary';
import { runNpm } from '../npmClient';
import { Unavailable } from '../provisions/unavailable';

const name = '@agentclientprotocol/claude-agent-acp';
const version = '0.100.0';
const integrity =
  'sha512-X+f2M5RiehzSzWRJjDSf0Sbzoc8JK66l85YnYW5TAdHJX53CLQV00v2M72bfCKJ4IZ11qt+WQ/Yg9NVKcuDAhQ==';

/** Without the CLI that it would bring along: tests give it their own. */
const content: Content = {
  name: `npm-agentclientprotocol-claude-agent-acp-${version}`,
  recipe: JSON.stringify({ name, version, integrity, omit: 'optional' }),
};

/** Installs the vendor's ACP adapter with its dependencies into the cache. */
export async function provideAdapter(progress: Progress): Promise<void> {
  await provisionOnce({
    ...content,
    progress,
    build: async folder => {
      progress(`Installing ${name} ${version} from the npm registry`);
      await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true }));
      const quiet = ['--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund'];
      await runNpm(['install', `${name}@${version}`, ...quiet], folder, name);
      const lock = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8'));
      if (lock.packages[`node_modules/${name}`]?.integrity !== integrity) {
        throw new Unavailable(`${name} has the wrong content`, 'use another npm registry');
      }
    },
  });
}

/** Returns the command of the adapter, with the newest CLI. Tests download nothing. */
export async function vendorAdapter(): Promise<AcpCommand> {
  const folder = await findContent(content);
  if (folder === undefined) {
    throw new Error(`${name} is not in ${cacheFolder()}: run "npm run provision -- acp-adapter".`);
  }
  const { path } = await cliBinary('newest');
  return {
    name: 'claude-acp',
    command: process.execPath,
    args: [join(folder, 'node_modules', name, 'dist', 'index.js')],
    env: { CLAUDE_CODE_EXECUTABLE: path },
  };
}
