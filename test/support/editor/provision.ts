import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Content,
  cacheFolder,
  findContent,
  npmContent,
  npmPackage,
  type Progress,
  provisionOnce,
  unpackNpmPackage,
} from '../cache';
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
  /** VS Code's version, for example `1.139.1`. */
  vscode: string;
  /** Node executable for this version. */
  node: string;
  /** Folder that contains `out/server-main.js`; the server's working directory. */
  server: string;
}

// Part of the recipe. Increase when the steps below change the result on disk.
const steps = 1;
const nodeFiles = ['bin/node'];

/** Returns an editor that was downloaded earlier; tests download nothing. */
export async function findEditor(
  version: EditorVersion,
  platform: EditorPlatform = editorPlatform(),
): Promise<ProvisionedEditor> {
  const pins = readEditorPins();
  const { vscode } = pins.editors[version];
  const node = await findNode(pins, version, platform);
  const folder = await findContent(editorContent(pins, version, platform));
  if (node === undefined || folder === undefined) {
    throw new Error(
      `VS Code ${vscode} is not in ${cacheFolder()}: run "npm run provision -- editor-${version}".`,
    );
  }
  return { vscode, node, server: join(folder, 'lib', 'vscode') };
}

/** Downloads a VS Code server and a matching Node from npm once; no compiler, no install script. */
export async function provideEditor(
  version: EditorVersion,
  progress: Progress,
  platform: EditorPlatform = editorPlatform(),
): Promise<void> {
  const pins = readEditorPins();
  const editor = pins.editors[version];
  const { vscode } = editor;
  await provideNode(pins, version, platform, progress);
  await provisionOnce({
    ...editorContent(pins, version, platform),
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
    },
  });
}

function editorContent(
  pins: EditorPins,
  version: EditorVersion,
  platform: EditorPlatform,
): Content {
  const editor = pins.editors[version];
  const { ripgrep, nodePty } = pins;
  return {
    name: `vscode-${editor.vscode}-${platform}`,
    recipe: JSON.stringify({ steps, platform, editor, ripgrep, nodePty }),
  };
}

/** Returns the running Node if its major version matches, else one that was downloaded earlier. */
export async function findNode(
  pins: EditorPins,
  version: EditorVersion,
  platform: EditorPlatform,
): Promise<string | undefined> {
  if (isRunningNode(pins, version)) return process.execPath;
  const pin = nodePin(pins, version);
  const content = npmContent(`node-${platform}`, pin.version, pin.integrity[platform], nodeFiles);
  const folder = await findContent(content);
  return folder && join(folder, ...nodeFiles);
}

async function provideNode(
  pins: EditorPins,
  version: EditorVersion,
  platform: EditorPlatform,
  progress: Progress,
): Promise<void> {
  if (isRunningNode(pins, version)) return;
  const pin = nodePin(pins, version);
  const options = { only: nodeFiles, progress };
  await npmPackage(`node-${platform}`, pin.version, pin.integrity[platform], options);
}

function isRunningNode(pins: EditorPins, version: EditorVersion): boolean {
  return process.versions.node.startsWith(`${pins.editors[version].nodeMajor}.`);
}

function nodePin(pins: EditorPins, version: EditorVersion) {
  const pin = pins.node[pins.editors[version].nodeMajor];
  if (!pin) throw new Error(`No pin for the Node of VS Code ${pins.editors[version].vscode}`);
  return pin;
}

async function installDependencies(server: string, vscode: string): Promise<void> {
  // Not `npm ci`: the shrinkwrap of published releases lacks some packages.
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
  // Newer releases depend on a package that contains all binaries.
  if (manifest.dependencies['@vscode/ripgrep']) {
    const { version, integrity } = pins.ripgrep;
    const name = `@vscode/ripgrep-${platform}`;
    const target = join(modules, '@vscode', 'ripgrep');
    const only = ['bin/rg'];
    await unpackNpmPackage(name, version, integrity[platform], target, { only, progress });
  }
  // Before 1.2 node-pty was published as source only; the API that VS Code uses is the same.
  if (!manifest.dependencies['node-pty']?.includes('1.2.')) {
    const { version, integrity } = pins.nodePty;
    await unpackNpmPackage('node-pty', version, integrity, join(modules, 'node-pty'), { progress });
  }
}
