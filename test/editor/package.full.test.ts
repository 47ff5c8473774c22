import { readdir, readFile, stat } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packagedExtension } from '../support/editor/packagedExtension';
import { ChatWindow, describeFailures } from './support/chatWindow';

/**
 * Bytes, above the current size by a fifth, as each larger feature adds some twenty thousand; a
 * bundled tool or a forgotten source map exceeds it. The design allows three million.
 */
const mostBytes = 2_370_000;
const id = 'tandem.tandem-code';
const repository = join(__dirname, '..', '..');

let vsix: string;
let window: ChatWindow;

beforeAll(async () => {
  vsix = await packagedExtension();
  // The oldest editor is the strictest about a package, and another file needs its window, too.
  window = await ChatWindow.open({ vsix, version: 'oldest', isShown: false });
});

afterAll(() => window?.close());

describeFailures(() => window);

test('the package contains the bundles and the marketplace files, and nothing else', async () => {
  const installed = await installedFolder();
  const entries = await readdir(installed, { recursive: true, withFileTypes: true });
  const files = entries
    .filter(entry => entry.isFile())
    .map(entry => relative(installed, join(entry.parentPath, entry.name)));
  const others = files.filter(file => !/^dist\/(page\/)?[\w.-]+\.(js|css|ttf)$/.test(file));
  // VS Code adds the archive's manifest when installing; vsce renames three files.
  expect(others.sort()).toEqual([
    '.vsixmanifest',
    'LICENSE.txt',
    'THIRD_PARTY_NOTICES',
    'changelog.md',
    'media/claudeSettings.schema.json',
    'media/icon.png',
    'media/tab-dark.svg',
    'media/tab-light.svg',
    ...['needsInput', 'running', 'unread'].flatMap(state =>
      ['dark', 'light'].map(theme => `media/tab-${state}-${theme}.svg`),
    ),
    'media/tandem.svg',
    ...['ask', 'claudeCode', 'decide', 'review'].flatMap(step =>
      ['dark', 'hc', 'hcLight', 'light'].map(theme => `media/walkthrough/${step}-${theme}.webp`),
    ),
    'package.json',
    'package.nls.json',
    'readme.md',
  ]);
  const main = ['dist/extension.js', 'dist/tandem.js', 'dist/page/main.js', 'dist/page/main.css'];
  expect(files).toEqual(expect.arrayContaining(main));
  const scripts = files.filter(file => file.endsWith('.js'));
  const texts = await Promise.all(scripts.map(file => readFile(join(installed, file), 'utf8')));
  expect(texts.filter(script => script.includes('sourceMappingURL='))).toEqual([]);
  const notices = await readFile(join(installed, 'THIRD_PARTY_NOTICES'), 'utf8');
  for (const name of ['preact', 'zod', 'marked', 'diff', 'highlight.js', '@vscode/codicons']) {
    expect(notices).toMatch(new RegExp(`^${name} \\d`, 'm'));
  }
  expect(await readFile(join(installed, 'LICENSE.txt'), 'utf8')).toContain('MIT');
});

test('the source maps of a release lead from its code to ours', async () => {
  const dist = join(repository, 'dist');
  const message = 'Tandem could not start: {0}';
  const scripts = (await readdir(dist)).filter(file => file.endsWith('.js'));
  const texts = await Promise.all(scripts.map(file => readFile(join(dist, file), 'utf8')));
  const index = texts.findIndex(text => text.includes(message));
  const lines = texts[index]?.split('\n') ?? [];
  const line = lines.findIndex(text => text.includes(message));
  const map = JSON.parse(await readFile(join(dist, `${scripts[index]}.map`), 'utf8'));
  const entry = new SourceMap(map).findEntry(line, lines[line]?.indexOf(message) ?? -1);
  expect(entry).toMatchObject({ originalSource: '../src/extension.ts' });
});

// A third of it are libraries that load late: the rich message box, and readers of Office files.
// The pictures of the walkthrough, in four themes, are a fifth.
test('the package stays below its size limit', async () => {
  const { size } = await stat(vsix);
  console.info(`The .vsix has ${(size / 1024).toFixed(1)} KB`);
  expect(size).toBeLessThan(mostBytes);
});

test('the installed package activates and contributes its view container', async () => {
  const found = await window.driver.evaluate(async (vscode, name) => {
    const extension = vscode.extensions.getExtension(name);
    await extension?.activate();
    const commands = await vscode.commands.getCommands(true);
    return {
      isActive: extension?.isActive,
      path: extension?.extensionPath,
      commands: commands.filter(command => command.startsWith('tandem.chat.open')).sort(),
    };
  }, id);
  expect(found).toEqual({
    isActive: true,
    path: await installedFolder(),
    commands: ['tandem.chat.open', 'tandem.chat.openInTab'],
  });
  await window.workbench.activity().waitFor();
});

async function installedFolder(): Promise<string> {
  const { extensions } = window.tandem.editor.folders;
  const names = await readdir(extensions);
  const name = names.find(one => one.startsWith(`${id}-`));
  return join(extensions, name ?? `${id} is not installed`);
}
