import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npmPackage, type Progress, provisionOnce, unpackNpmPackage } from '../cache';
import { runNpm } from '../npmClient';
import {
  type EditorPins,
  type EditorPlatform,
  type EditorVersion,
  editorPlatform,
  readEditorPins,
} from './editorPins';
import { writeNativeStandIns } from './nativeStandIns';

export interface ProvisionedEditor {
  /** VS Code's version, for instance `1.139.1`. */
  vscode: string;
  /** Node executable that fits this version. */
  node: string;
  /** Folder that holds `out/server-main.js`; the server is started in it. */
  server: string;
}

// Part of the recipe: raise it when the steps below change what ends up on disk.
const steps = 1;

/** Downloads a real VS Code server and a fitting Node from npm, once; no compiler, no install script. */
export async function provisionEditor(
  version: EditorVersion,
  progress?: Progress,
  platform: EditorPlatform = editorPlatform(),
): Promise<ProvisionedEditor> {
  const pins = await readEditorPins();
  const editor = pins.editors[version];
  const { vscode } = editor;
  const node = await provisionNode(pins, version, platform, progress);
  const folder = await provisionOnce({
    name: `vscode-${vscode}-${platform}`,
    recipe: JSON.stringify({
      steps,
      platform,
      editor,
      ripgrep: pins.ripgrep,
      nodePty: pins.nodePty,
    }),
    progress,
    build: async (target, report) => {
      const { codeServer, typescript } = editor;
      const only = ['lib/vscode'];
      await unpackNpmPackage('code-server', codeServer.version, codeServer.integrity, target, {
        only,
        progress: report,
      });
      const server = join(target, 'lib', 'vscode');
      report(`Installing the dependencies of VS Code ${vscode}`);
      await installDependencies(server, vscode);
      await addNatives(server, pins, platform, report);
      const compiler = join(server, 'extensions', 'node_modules', 'typescript');
      await mkdir(compiler, { recursive: true });
      await unpackNpmPackage('typescript', typescript.version, typescript.integrity, compiler, {
        progress: report,
      });
      report(`VS Code ${vscode} is ready`);
    },
  });
  return { vscode, node, server: join(folder, 'lib', 'vscode') };
}

/** The running Node when it has the right major version, else one from npm. */
async function provisionNode(
  pins: EditorPins,
  version: EditorVersion,
  platform: EditorPlatform,
  progress: Progress | undefined,
): Promise<string> {
  const major = pins.editors[version].nodeMajor;
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const pin = pins.node[major];
  if (!pin) throw new Error(`No pin for Node ${major}`);
  const folder = await npmPackage(`node-${platform}`, pin.version, pin.integrity[platform], {
    only: ['bin/node'],
    progress,
  });
  return join(folder, 'bin', 'node');
}

async function installDependencies(server: string, vscode: string): Promise<void> {
  // Not `npm ci`: the shrinkwrap of published releases lacks a package or two.
  await runNpm(
    ['install', '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund', '--no-save'],
    server,
    `the dependencies of VS Code ${vscode}`,
  );
}

async function addNatives(
  server: string,
  pins: EditorPins,
  platform: EditorPlatform,
  progress: Progress,
): Promise<void> {
  const modules = join(server, 'node_modules');
  await writeNativeStandIns(modules);
  const manifest = JSON.parse(await readFile(join(server, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  // Newer releases depend on a package that carries all binaries.
  if (manifest.dependencies['@vscode/ripgrep']) {
    const { version, integrity } = pins.ripgrep;
    const name = `@vscode/ripgrep-${platform}`;
    const target = join(modules, '@vscode', 'ripgrep');
    const only = ['bin/rg'];
    await unpackNpmPackage(name, version, integrity[platform], target, { only, progress });
  }
  // Before 1.2 node-pty came as source only; the API that VS Code uses is the same.
  if (!manifest.dependencies['node-pty']?.includes('1.2.')) {
    const { version, integrity } = pins.nodePty;
    await unpackNpmPackage('node-pty', version, integrity, join(modules, 'node-pty'), { progress });
  }
}
