import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { AcpCommand } from '../../../src/acp/ports';
import {
  type Content,
  cacheFolder,
  findContent,
  type Progress,
  provisionOnce,
  unpackNpmPackage,
} from '../cache';
import { newestCli } from '../cli/cliBinary';
import { type NpmPin, type VendorAgent, vendorPins } from './vendorPins';

/** Where nothing listens: an agent that calls anything but this machine fails at once. */
const nowhere = 'http://127.0.0.1:9';

/** Returns the folder with the `node_modules` of an agent; tests download nothing. */
export async function vendorAgentFolder(agent: VendorAgent): Promise<string> {
  const folder = await findContent(contentOf(agent));
  if (folder === undefined) {
    throw new Error(
      `${agent} is not in ${cacheFolder()}: run "npm run provision -- acp-${agent}".`,
    );
  }
  return folder;
}

/** Downloads an agent and the packages that it needs into the cache, without install scripts. */
export async function provideVendorAgent(agent: VendorAgent, progress: Progress): Promise<void> {
  await provisionOnce({
    ...contentOf(agent),
    progress,
    build: async (folder, report) => {
      for (const { name, version, integrity } of packagesOf(agent)) {
        const place = join(folder, 'node_modules', name);
        await mkdir(place, { recursive: true });
        await unpackNpmPackage(name, version, integrity, place, { progress: report });
      }
    },
  });
}

/**
 * Returns the command of an agent that talks to a scripted Messages API.
 * @param apiUrl base URL of the API
 */
export async function vendorAgent(agent: VendorAgent, apiUrl: string): Promise<AcpCommand> {
  const modules = join(await vendorAgentFolder(agent), 'node_modules');
  const env = { HTTP_PROXY: nowhere, HTTPS_PROXY: nowhere, NO_PROXY: '127.0.0.1' };
  if (agent === 'claude-agent-acp') {
    const script = join(modules, '@agentclientprotocol/claude-agent-acp/dist/index.js');
    return {
      name: agent,
      command: process.execPath,
      args: [script],
      env: {
        ...env,
        ANTHROPIC_BASE_URL: apiUrl,
        // The adapter's own CLI is a download of 330 MB and older.
        CLAUDE_CODE_EXECUTABLE: newestCli().path,
      },
    };
  }
  const program = process.platform === 'win32' ? 'opencode.exe' : 'opencode';
  return {
    name: agent,
    command: join(modules, `opencode-${process.platform}-${process.arch}`, 'bin', program),
    args: ['acp'],
    env: {
      ...env,
      OPENCODE_CONFIG_CONTENT: JSON.stringify(opencodeConfig(apiUrl)),
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    },
  };
}

function opencodeConfig(apiUrl: string): object {
  const model = (name: string) => ({
    name,
    attachment: true,
    tool_call: true,
    modalities: { input: ['text', 'image'], output: ['text'] },
    limit: { context: 200_000, output: 8_000 },
  });
  return {
    autoupdate: false,
    share: 'disabled',
    model: 'anthropic/scripted-large',
    small_model: 'anthropic/scripted-small',
    enabled_providers: ['anthropic'],
    permission: { edit: 'ask', bash: 'ask' },
    provider: {
      anthropic: {
        npm: '@ai-sdk/anthropic',
        options: { baseURL: `${apiUrl}/v1`, apiKey: 'scripted' },
        models: {
          'scripted-large': model('Scripted Large'),
          'scripted-small': model('Scripted Small'),
        },
      },
    },
  };
}

function contentOf(agent: VendorAgent): Content {
  const packages = packagesOf(agent);
  const version = packages[0]?.version ?? '';
  return { name: `acp-${agent}-${version}`, recipe: JSON.stringify(packages) };
}

/** @throws Error if the agent is not pinned for this platform */
function packagesOf(agent: VendorAgent): readonly NpmPin[] {
  const builds: Readonly<Record<string, readonly NpmPin[]>> = vendorPins[agent];
  const platform = `${process.platform}-${process.arch}`;
  const packages = builds.node ?? builds[platform];
  if (!packages) throw new Error(`${agent} is not pinned for ${platform} in vendorPins.ts`);
  return packages;
}
