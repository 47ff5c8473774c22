import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(__dirname, '..', '..', '..');

/** Returns all files below a folder, relative to the repository, without `node_modules`. */
function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter(path => !path.includes('node_modules'));
}

const nameOf = (path: string) => basename(path).replace(/\..*$/, '');
const isSource = (path: string) => /\.(ts|tsx|mts|mjs)$/.test(path);

const layers = ['src', 'webview', 'scripts', 'test/support'];
const sources = layers.flatMap(filesBelow).filter(isSource);
const tests = filesBelow('test/unit').filter(path => /\.test\.tsx?$/.test(path));

/** Folder that a unit test mirrors: `test/unit/core/edits` stands for `src/core/edits`. */
function mirrored(test: string): readonly string[] {
  const folder = dirname(test).slice('test/unit/'.length);
  return [`src/${folder}`, folder, `test/${folder}`];
}

/** Folders without unit tests of their own, and where their decisions are tested. */
const coveredElsewhere: Record<string, string> = {
  'src/acp': 'cli/acp: a real process',
  'src/acp/errands': 'cli/acp: a real process',
  'src/contract/inspector': 'nothing to test: its types',
  'src/cli': 'the cli suite: a real process',
  'src/cli/elicitation': 'cli/elicitation',
  'src/cli/translate/frames': 'unit/cli/golden: recorded frames',
  'src/cli/translate/state': 'unit/cli/golden: recorded frames',
  'src/core/edits': 'unit/core/edits/review',
  'src/host/agentFiles': 'cli/agentFiles',
  'src/host/agentFiles/language': 'editor/agentFiles',
  'src/host/agentTools': 'editor/editorTools',
  'src/host/agentTools/codeIndex': 'editor/editorTools',
  'src/host/agentTools/read': 'editor/editorTools',
  'src/host/conversations': 'the editor suite: it creates parts',
  'src/host/export': 'editor/export',
  'src/host/headless': 'cli/headlessRuns',
  'src/host/runs/dialog': 'editor/runPrompt: it asks',
  'src/host/runs/prompts': 'editor/runPrompt: it shows',
  'src/host/sections': 'the editor suite: it creates parts',
  'src/host/sections/model': 'editor/sections',
  'src/host/acp': 'editor/acpClient',
  'src/host/inspector': 'the editor suite: it creates parts',
  'src/host/inspector/commands': 'editor/inspector, editor/commands',
  'src/host/sections/tab': 'editor/sections',
  'src/host/toolsForOthers/tool': 'nothing to test: its types',
  'src/host/sharing': 'unit/host/front: files that may not leave',
  'src/node/git': 'unit/core/edits/workspace',
  'webview/cards': 'page/requestCards: it draws',
  'webview/chart': 'page/sectionTables: it draws',
  'src/terminalServer/clients': 'unit/terminalServer: clients on a socket',
  'src/terminalServer/editor': 'unit/terminalServer: clients on a socket',
  'src/terminalServer/wire': 'unit/terminalServer: clients on a socket',
  'webview/app': 'page/app',
  'webview/composer/box/rich': 'page/messageBox',
  'webview/inspector': 'page/inspector',
  'webview/inspector/findings': 'page/inspectorPictures',
  'webview/late': 'page/chat',
  'webview/composer/lists': 'page/mentionList',
  'webview/composer/mentionList': 'page/mentionList',
  'webview/composer/suggestions': 'page/commandList',
  'webview/sections': 'page/sections',
  'webview/shell': 'page/shell',
  'webview/sideQuestions': 'page/sideQuestions',
  'webview/styles': 'page/a11y',
};

it('each unit test lies where its source does', () => {
  const folders = new Set(sources.map(dirname));
  const astray = tests.filter(test => {
    if (/^test\/unit\/(structure|cli\/golden)\//.test(test)) return false;
    const own = mirrored(test);
    const isOfSupport = test.startsWith('test/unit/support/');
    const named = sources.filter(
      source =>
        nameOf(source) === nameOf(test) && source.startsWith('test/support/') === isOfSupport,
    );
    const isBeside = named.length === 0 || named.some(source => own.includes(dirname(source)));
    // A name that is nobody's is a scenario of the whole folder.
    return !isBeside || !own.some(folder => folders.has(folder));
  });
  expect(astray).toEqual([]);
});

it('each folder has unit tests, or is known to be covered elsewhere', () => {
  const tested = new Set(tests.flatMap(mirrored));
  const bare = [...new Set(sources.map(dirname))].filter(
    folder =>
      /^(src|webview)\//.test(folder) && !tested.has(folder) && !(folder in coveredElsewhere),
  );
  expect(bare).toEqual([]);
});
