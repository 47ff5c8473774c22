import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { text, toolUse } from '../support/api/reply';
import { inFull } from '../support/extent';
import { testInFull } from '../support/inFull';
import { writeTsProject } from '../support/tsProject';
import { ChatWindow, describeFailures, patience } from './support/chatWindow';

const run = promisify(execFile);

let window: ChatWindow;
let asked = 0;

beforeAll(async () => {
  window = await ChatWindow.open({
    builtIns: 'all',
    prepare: async ({ workspace }) => {
      await writeTsProject(workspace);
      await writeFile(join(workspace, '.env'), 'TOKEN=useDraft\n');
    },
  });
  await window.chat.phase('idle');
});

afterAll(() => window?.close());

describeFailures(() => window);

/** Returns the result that the model gets when it calls an editor tool. */
async function call(tool: string, input: Record<string, unknown>) {
  const prompt = `question ${++asked}.`;
  window.api.onPrompt(prompt, [toolUse(`mcp__tandem__${tool}`, input), text(`answer ${asked}.`)]);
  await window.chat.send(prompt);
  await window.chat.text(`answer ${asked}.`).waitFor({ timeout: 60_000 });
  const [result] = window.api.mainRequests(prompt).at(-1)?.results ?? [];
  if (!result) {
    throw new Error('The tool has no result');
  }
  return result;
}

const answer = async (tool: string, input: Record<string, unknown>) => {
  const { text: words, isError } = await call(tool, input);
  expect(isError, words).toBe(false);
  return words;
};

describe('language server tools', () => {
  test('references lists the uses of a symbol, not of its name', { timeout: 150_000 }, async () => {
    // On a busy machine the language server may take longer to start than a call waits.
    await expect
      .poll(async () => (await call('hover', { symbol: 'Draft' })).isError, { timeout: 120_000 })
      .toBe(false);
    const words = await answer('references', { symbol: 'useDraft', path: 'source/draft.ts' });
    expect(words).toMatchInlineSnapshot(`
      "9 references of useDraft (source/draft.ts:9) in 4 files
      source/draft.ts
        9: export function useDraft(id: string): Draft {
      source/broken.ts
        1: import { useDraft } from './draft';
        3: export const count: number = useDraft('a').text;
      source/composer.ts
        1: import { useDraft } from './draft';
        4: const draft = useDraft(id);
        10: return useDraft(id).text;
      source/list.ts
        1: import { type Draft, useDraft as draftOf, useDrafts } from './draft';
        5: return draftOf(id).text || words;"
    `);
    const card = window.chat.frame.getByRole('group', { name: /Find references useDraft/ });
    expect(await card.innerText()).toContain('9 references');
    await card.getByRole('button').first().click();
    await card.getByRole('link', { name: /return useDraft/ }).click();
    const inFront = () =>
      window.driver.evaluate(vscode => {
        const { document, selection } = vscode.window.activeTextEditor ?? {};
        return (
          document && `${document.uri.path.split('/').at(-1)}:${(selection?.start.line ?? 0) + 1}`
        );
      });
    await expect.poll(inFront, patience).toBe('composer.ts:10');
    await window.run('workbench.action.closeAllEditors');
    // The prompt contains the tool's schema from the start.
    expect(window.api.mainRequests().at(-1)?.toolNames).toContain('mcp__tandem__references');
  });

  testInFull(
    'a bare name is resolved in the workspace, or reported with its candidates',
    async () => {
      const words = await answer('references', { symbol: 'Composer.load' });
      expect(words).toContain('source/composer.ts\n  9: load(id: string): string {');
      const { text: unclear, isError } = await call('references', { symbol: 'load' });
      expect(isError).toBe(true);
      expect(unclear).toContain('source/composer.ts:9: method load in Composer');
      expect(unclear).toContain('source/list.ts:13: method load in Store');
    },
  );

  testInFull(
    'definition, implementations, hover and call_hierarchy describe a symbol',
    async () => {
      expect(
        await answer('definition', { path: 'source/list.ts', text: 'return draftOf(id)' }),
      ).toMatchInlineSnapshot(`
      "1 definition of draftOf (source/list.ts:5) in 1 file
      source/draft.ts
        9: export function useDraft(id: string): Draft {"
    `);
      expect(
        await answer('implementations', { symbol: 'Draft', path: 'source/draft.ts' }),
      ).toContain('source/list.ts\n  8: export class Titled implements Draft {');
      expect(
        await answer('hover', { symbol: 'useDraft', path: 'source/composer.ts', line: 4 }),
      ).toMatchInlineSnapshot(`
      "useDraft (source/composer.ts:4)
      \`\`\`typescript
      (alias) useDraft(id: string): Draft
      import useDraft
      \`\`\`

      The draft of a conversation."
    `);
      expect(
        await answer('call_hierarchy', {
          symbol: 'useDraft',
          path: 'source/draft.ts',
          direction: 'incoming',
        }),
      ).toMatchInlineSnapshot(`
      "4 calls of useDraft in 3 files
      source/broken.ts
        3: in broken.ts: export const count: number = useDraft('a').text;
      source/composer.ts
        4: in compose: const draft = useDraft(id);
        10: in load: return useDraft(id).text;
      source/list.ts
        5: in title: return draftOf(id).text || words;"
    `);
    },
  );

  test('document_symbols and workspace_symbols list symbols', async () => {
    expect(await answer('document_symbols', { path: 'source/composer.ts' })).toMatchInlineSnapshot(`
      "source/composer.ts: 13 lines, 4 symbols
      3-6: function compose
        4: variable draft
      8-12: class Composer
        9-11: method load"
    `);
    expect(await answer('workspace_symbols', { query: 'useDraft' })).toMatchInlineSnapshot(`
      "2 declarations with "useDraft"
      source/draft.ts:9: function useDraft()
      source/draft.ts:14: function useDrafts()"
    `);
  });

  test('rename_preview shows a rename and changes nothing', async () => {
    expect(
      await answer('rename_preview', {
        symbol: 'useDraft',
        path: 'source/draft.ts',
        newName: 'draftOf2',
      }),
    ).toMatchInlineSnapshot(`
      "Renaming useDraft to draftOf2 would change 7 places in 4 files. Nothing was changed. The lines as they would be:
      source/draft.ts
        9: export function draftOf2(id: string): Draft {
      source/broken.ts
        1: import { draftOf2 } from './draft';
        3: export const count: number = draftOf2('a').text;
      source/composer.ts
        1: import { draftOf2 } from './draft';
        4: const draft = draftOf2(id);
        10: return draftOf2(id).text;
      source/list.ts
        1: import { type Draft, draftOf2 as draftOf, useDrafts } from './draft';"
    `);
    const text = await window.driver.evaluate(
      (vscode, path) =>
        vscode.workspace.openTextDocument(path).then(document => document.getText()),
      join(window.tandem.workspace, 'source/composer.ts'),
    );
    expect(text).toContain('useDraft(id)');
  });

  test('problems reports a file whether or not it is open in a tab', async () => {
    const words = await answer('problems', { path: 'source/broken.ts' });
    expect(words).toMatchInlineSnapshot(`
      "1 error, 0 warnings in source/broken.ts
      source/broken.ts:3: error: Type 'string' is not assignable to type 'number'. [ts(2322)]"
    `);
    await window.driver.evaluate(
      async (vscode, path) => {
        await vscode.window.showTextDocument(vscode.Uri.file(path), { preserveFocus: true });
      },
      join(window.tandem.workspace, 'source/broken.ts'),
    );
    await expect.poll(() => answer('problems', {}), patience).toContain('source/broken.ts:3');
    await window.run('workbench.action.closeAllEditors');
  });
});

describe('file tools', () => {
  test('find_text, read_file and open_editors include unsaved text', async () => {
    const path = join(window.tandem.workspace, 'source/list.ts');
    await window.driver.evaluate(async (vscode, file) => {
      const editor = await vscode.window.showTextDocument(vscode.Uri.file(file));
      await editor.edit(edit => edit.insert(new vscode.Position(0, 0), '// unsavedMarker\n'));
    }, path);
    expect(await answer('find_text', { query: 'unsavedMarker' })).toMatchInlineSnapshot(`
      "1 line with "unsavedMarker" in 1 file
      source/list.ts
        1: unsaved: // unsavedMarker"
    `);
    expect(await answer('find_text', { query: 'only a word' })).toContain(
      "source/list.ts\n  5: unsaved: const words = 'useDraft is only a word here';",
    );
    expect(await answer('read_file', { path: 'source/list.ts', limit: 2 })).toMatchInlineSnapshot(`
      "source/list.ts (with unsaved changes)
      1	// unsavedMarker
      2	import { type Draft, useDraft as draftOf, useDrafts } from './draft';
      (Lines 1 to 2 of 18. More: line 3.)"
    `);
    expect(await answer('open_editors', {})).toMatchInlineSnapshot(`
      "1 open editor
      source/list.ts (in front, unsaved)

      The cursor is in source/list.ts, line 2."
    `);
    await window.run('workbench.action.files.revert');
    await window.run('workbench.action.closeAllEditors');
  });

  testInFull(
    'code_search finds code by what it does, as it is now and as far as it may be read',
    async () => {
      const { workspace } = window.tandem;
      const folder = join(workspace, 'net');
      await mkdir(folder);
      await writeFile(
        join(folder, 'client.ts'),
        [
          ...[
            "import { open } from './open';",
            '',
            '/** Goes on at the new location of a resource. */',
          ],
          ...[
            'export function followRedirect(location: string): string {',
            '  return open(location);',
          ],
          ...['}', ''],
        ].join('\n'),
      );
      await writeFile(join(folder, 'denied.ts'), '/** Where a redirect is followed. */\n');
      // Fewer new files would not be worth writing an index again that another test file has left.
      const many = Array.from({ length: 201 }, (_, index) => join(folder, `part${index}.txt`));
      await Promise.all(many.map(path => writeFile(path, 'A part.\n')));
      await mkdir(join(workspace, '.claude'));
      const settings = { permissions: { deny: ['Read(net/denied.ts)'] } };
      await writeFile(join(workspace, '.claude/settings.json'), JSON.stringify(settings));
      const query = 'where is a redirect followed';
      expect(await answer('code_search', { query })).toMatchInlineSnapshot(`
      "1 place for "where is a redirect followed"
      net/client.ts
        3-6: export function followRedirect(location: string): string { [redirect (definition, comment); followed (definition, comment)]
          3| /** Goes on at the new location of a resource. */
          5| return open(location);"
    `);
      // The index on the disk does not even have the name of what a rule denies.
      const kept = await window.codeIndex();
      expect(kept).toContain('"net/client.ts"');
      expect(kept).not.toContain('denied.ts');
      const card = window.chat.frame.getByRole('group', {
        name: /Search code where is a redirect/,
      });
      await card.getByRole('button').first().click();
      expect(await card.innerText()).toContain('redirect (definition, comment); followed');
      await card.getByRole('link', { name: /followRedirect/ }).click();
      const inFront = () =>
        window.driver.evaluate(vscode => vscode.window.activeTextEditor?.document.uri.path);
      await expect.poll(inFront, patience).toMatch(/client\.ts$/);
      // Typed text counts before it is saved, and a new file without being opened.
      await window.driver.evaluate(async vscode => {
        const position = new vscode.Position(6, 0);
        const typed = 'export function retryLater(): void {\n  // Tries a failed call again.\n}\n';
        await vscode.window.activeTextEditor?.edit(edit => edit.insert(position, typed));
      });
      const typed = await answer('code_search', { query: 'retry a failed call', path: 'net' });
      expect(typed).toContain('net/client.ts\n  7-9: export function retryLater(): void {');
      await writeFile(
        join(folder, 'pool.ts'),
        '/** Reuses idle sockets. */\nexport const pool = 1;\n',
      );
      const pooled = () => answer('code_search', { query: 'reuse of idle sockets' });
      await expect.poll(pooled, patience).toContain('net/pool.ts\n  1-');
      await window.run('workbench.action.files.revert');
      await window.run('workbench.action.closeAllEditors');
      await rm(folder, { recursive: true });
      await rm(join(workspace, '.claude'), { recursive: true });
    },
  );

  testInFull('find_files, list_directory and project_tree list files and folders', async () => {
    expect(await answer('find_files', { pattern: 'draft' })).toMatchInlineSnapshot(`
      "1 file with draft
      source/draft.ts"
    `);
    expect(await answer('find_files', { pattern: 'source/*.ts', limit: 2 })).toMatchInlineSnapshot(`
      "4 files with source/*.ts
      source/broken.ts
      source/composer.ts
      (1 to 2 of 4. More: offset 2.)"
    `);
    expect(await answer('list_directory', { path: 'source' })).toMatchInlineSnapshot(`
      "source: 4 entries
      broken.ts (86 bytes)
      composer.ts (233 bytes)
      draft.ts (351 bytes)
      list.ts (352 bytes)"
    `);
    expect(await answer('project_tree', { depth: 1 })).toMatchInlineSnapshot(`
      ".: 12 files
      source/ (4 files)
      src/ (3 files)
      test/ (1 file)
      .env
      README.md
      package.json
      tsconfig.json"
    `);
  });

  test('changed_files reports what git says has changed, without secrets', async () => {
    const { workspace } = window.tandem;
    const git = (...args: string[]) => run('git', ['-C', workspace, ...args]);
    const author = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
    await git('init', '--quiet');
    await git('add', '--all', '--force');
    await git(...author, 'commit', '--quiet', '--message', 'All');
    await writeFile(join(workspace, 'README.md'), 'Another text\n');
    await writeFile(join(workspace, '.env'), 'TOKEN=another\n');
    await writeFile(join(workspace, 'source', 'new ä.ts'), '');
    await git('mv', 'source/list.ts', 'source/lists.ts');
    const words = await answer('changed_files', { diff: true });
    expect(words).toContain('4 changed files\n');
    expect(words).toContain('source/lists.ts: renamed (staged) from source/list.ts\n');
    expect(words).toContain('README.md: modified\n');
    expect(words).toContain('source/new ä.ts: untracked\n');
    expect(words).toContain('+Another text');
    expect(words).toContain('.env: modified\n');
    expect(words).not.toContain('TOKEN');
    expect(await answer('changed_files', { path: 'src' })).toBe('0 changed files');
    await git('reset', '--quiet', '--hard');
  });

  test('secret files are listed but not read, and other folders are refused', async () => {
    expect(await answer('find_files', { pattern: '.env' })).toContain('.env');
    expect((await call('read_file', { path: '.env' })).text).toContain('holds secrets');
    expect(await answer('find_text', { query: 'TOKEN' })).toBe('0 lines with "TOKEN"');
    const outside = await call('read_file', { path: '/etc/hosts' });
    expect(outside.text).toContain('outside of the folders');
    expect(outside.isError).toBe(true);
  });
});

test.each(['plan', 'dontAsk'])(
  'editor tools run without a permission card in the mode %s',
  async mode => {
    await window.run('tandem.mode.set', mode);
    expect(await answer('hover', { symbol: 'compose', path: 'source/composer.ts' })).toContain(
      'function compose(id: string): string',
    );
    expect(await window.chat.frame.getByRole('group', { name: /^Permission/ }).count()).toBe(0);
  },
);

inFull(() => {
  test('settings make read-only tools ask for permission, or remove all editor tools', async () => {
    await window.run('tandem.mode.set', 'default');
    const restart = window.chat.frame.getByText('restarts before the next message');
    await window.configure('tandem.editorTools.allowReadOnly', false);
    await restart.waitFor();
    window.api.onPrompt('ask me', [toolUse('mcp__tandem__open_editors', {}), text('Asked.')]);
    await window.chat.send('ask me');
    const card = window.chat.permission('Open editors');
    await window.chat.answer(card, 'Allow Once');
    await window.chat.text('Asked.').waitFor();
    await window.chat.phase('idle');
    await window.configure('tandem.editorTools.enabled', false);
    await restart.waitFor();
    const { text: refused } = await call('open_editors', {});
    expect(refused).toContain('No such tool available');
    await window.startNew();
    window.api.onPrompt('what have you', [text('Nothing.')]);
    await window.chat.send('what have you');
    await window.chat.text('Nothing.').waitFor();
    const [request] = window.api.mainRequests('what have you');
    expect(request?.toolNames).not.toContain('mcp__tandem__references');
    await window.configure('tandem.editorTools.allowReadOnly', undefined);
    await window.configure('tandem.editorTools.enabled', undefined);
    // Only a new process has the tools again.
    await window.startNew();
    await window.chat.phase('idle');
  });
});

inFull(() => {
  test('a proposed file outside the workspace has symbols but no problems', async () => {
    const { api, chat, driver, tandem } = window;
    await window.startNew();
    const content = "import { nothing } from './nowhere';\nconst n: number = 'text';\n";
    const target = { file_path: join(dirname(tandem.workspace), 'elsewhere.ts'), content };
    api.onPrompt('write elsewhere', [toolUse('Write', target), text('Left.')]);
    await chat.send('write elsewhere');
    const card = chat.permission('Write');
    await card.waitFor();
    // The language server has read the file once it returns symbols.
    const problems = () =>
      driver.evaluate(async vscode => {
        const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
        const proposal = tabs.find(tab => tab.label.includes('proposed'))?.input;
        if (!(proposal instanceof vscode.TabInputTextDiff)) return 'no proposal';
        const { modified } = proposal;
        const found = await vscode.commands.executeCommand<unknown[] | undefined>(
          'vscode.executeDocumentSymbolProvider',
          modified,
        );
        return found?.length ? vscode.languages.getDiagnostics(modified).length : 'no symbols';
      });
    await expect.poll(problems, patience).toBe(0);
    await chat.answer(card, 'Deny');
    await chat.phase('idle');
  });
});
