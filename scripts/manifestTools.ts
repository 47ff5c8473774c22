// npm run manifest-tools: writes the tools for VS Code's chats into package.json, as the code defines
// them. A test compares the two.
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import type { SharedTool } from '../src/host/toolsForOthers/tool/sharedTool';

const root = join(__dirname, '..');

/** Code that only defines tools asks nothing of the editor. */
const noEditor: Plugin = {
  name: 'no-editor',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^vscode$/ }, ({ path }) => ({ path, namespace: 'no-editor' }));
    onLoad({ filter: /.*/, namespace: 'no-editor' }, () => ({ contents: 'module.exports = {};' }));
  },
};

/** Tool as `contributes.languageModelTools` describes it. */
interface ManifestTool {
  readonly name: string;
  readonly displayName: string;
  readonly userDescription: string;
  readonly modelDescription: string;
  readonly toolReferenceName: string;
  readonly canBeReferencedInPrompt: true;
  readonly icon: string;
  readonly tags: readonly string[];
  readonly when: string;
  readonly inputSchema: object;
}

const icons: Readonly<Record<string, string>> = {
  tandem_runPrompt: '$(run-all)',
  tandem_searchConversations: '$(comment-discussion)',
  tandem_changes: '$(diff)',
};

/** Reads the tools from the code. */
export async function manifestTools(): Promise<readonly ManifestTool[]> {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'src/host/toolsForOthers/sharedTable.ts')],
    ...{ bundle: true, platform: 'node', format: 'cjs', write: false, logLevel: 'error' },
    plugins: [noEditor],
  });
  const module: { exports: { sharedTable?: readonly SharedTool[] } } = { exports: {} };
  const run = new Function('module', 'exports', 'require', outputFiles[0]?.text ?? '');
  run(module, module.exports, createRequire(__filename));
  const table = module.exports.sharedTable ?? [];
  return table.map(({ make }) => {
    const { name, description, inputSchema } = make({
      ...{ cwd: root, folders: [], channelId: '' },
    } as unknown as Parameters<typeof make>[0]);
    const key = name.replace('tandem_', '');
    return {
      name,
      displayName: `%tool.${key}.name%`,
      userDescription: `%tool.${key}.about%`,
      modelDescription: description,
      toolReferenceName: `tandem${key.replace(/(?:^|_)([a-z])/g, (_, letter) => letter.toUpperCase())}`,
      canBeReferencedInPrompt: true,
      icon: icons[name] ?? '$(search)',
      tags: ['tandem'],
      when: 'config.tandem.editorTools.offerToOthers',
      inputSchema: inputSchema(),
    };
  });
}

async function main(): Promise<void> {
  const path = join(root, 'package.json');
  const manifest = JSON.parse(await readFile(path, 'utf8'));
  manifest.contributes.languageModelTools = await manifestTools();
  await writeFile(path, `${JSON.stringify(manifest, undefined, 2)}\n`);
}

if (require.main === module) {
  void main();
}
