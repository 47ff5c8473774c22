import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { text, toolUse } from '../support/api/reply';
import { ChatWindow, describeFailures, patience } from './support/chatWindow';

let window: ChatWindow;

const greeting = 'export function greetWorld() {\n  return "hello";\n}\n// the end\n';

beforeAll(async () => {
  window = await ChatWindow.open({
    settings: { 'tandem.permissions.allowedTools': ['Bash'] },
    prepare: async ({ workspace, home }) => {
      await mkdir(join(workspace, 'deep folder'), { recursive: true });
      await mkdir(join(dirname(home), 'config/agents'), { recursive: true });
      await writeFile(join(workspace, 'deep folder/greet me.ts'), greeting);
      await writeFile(
        join(dirname(home), 'config/agents/reviewer.md'),
        '---\nname: reviewer\ndescription: Reviews things\n---\nYou review.',
      );
      const git = (...args: string[]) => execFileSync('git', args, { cwd: workspace });
      git('init', '-q', '-b', 'trunk');
      git('config', 'user.name', 'Ada');
      git('config', 'user.email', 'ada@example.com');
      git('add', '-A');
      git('commit', '-qm', 'Teach it to greet');
      await writeFile(join(workspace, 'deep folder/greet me.ts'), `${greeting}// uncommitted\n`);
    },
  });
  await window.chat.phase('idle');
}, 180_000);

afterAll(() => window?.close());
describeFailures(() => window);

/** Sends a message of plain words. */
async function say(words: string): Promise<void> {
  await window.chat.send(words);
  await window.chat.text(`Answer to ${words}.`).waitFor();
  await window.chat.phase('idle');
}

/** Gives the editor's own sources of mentions something to find. */
async function fillEditor(): Promise<void> {
  const file = join(window.tandem.workspace, 'deep folder/greet me.ts');
  await window.driver.evaluate(async (vscode, path) => {
    const uri = vscode.Uri.file(path);
    await vscode.workspace.openTextDocument(uri);
    const place = new vscode.Range(0, 0, 2, 1);
    vscode.languages.registerWorkspaceSymbolProvider({
      provideWorkspaceSymbols: () => [
        new vscode.SymbolInformation(
          ...(['greetWorld', vscode.SymbolKind.Function, ''] as const),
          new vscode.Location(uri, place),
        ),
      ],
    });
    const problems = vscode.languages.createDiagnosticCollection('mentions');
    problems.set(uri, [
      new vscode.Diagnostic(new vscode.Range(1, 2, 1, 8), 'Too short a greeting'),
    ]);
    const terminal = vscode.window.createTerminal({ name: 'builder', shellPath: '/bin/bash' });
    terminal.show(true);
    while (!terminal.shellIntegration) {
      await new Promise(resolve => setTimeout(resolve, 50));
    }
    const ended = new Promise<void>(resolve => {
      vscode.window.onDidEndTerminalShellExecution(event => {
        if (event.terminal === terminal) resolve();
      });
    });
    // VS Code misses the output of a command that ends at once.
    terminal.shellIntegration.executeCommand('sleep 0.3; echo built $((40 + 2)) parts');
    await ended;
  }, file);
}

/** Each mention: the query, the name of its chip, the words in its place, and content beside them. */
const mentions: readonly (readonly [string, chip: string, words: RegExp, beside: RegExp])[] = [
  ['"greet me', 'File greet me.ts', /@"deep folder\/greet me\.ts" /, /\t {2}return "hello";\n3\t/],
  [
    ...(['"deep folder/greet me.ts#2', 'File greet me.ts, line 2'] as const),
    ...([/@"deep folder\/greet me\.ts#L2" /, /Read tool:\n2\t {2}return "hello";\n</] as const),
  ],
  ['"deep fol', 'Folder deep folder/', /@"deep folder\/" /, /Bash tool:\ngreet me\.ts\n/],
  [
    ...(['symbol:greetW', 'Symbol greetWorld'] as const),
    ...([/greetWorld \(.*, lines 1–3\) /, /"greetWorld.*\nexport function greetWorld/] as const),
  ],
  [
    ...(['problems:greet', 'Problems deep folder/greet me.ts'] as const),
    ...([/Problems in deep folder/, /greet me\.ts:2: error: Too short a greeting\n/] as const),
  ],
  ['terminal:build', 'Terminal builder', /Terminal “builder” /, /exit code 0\n\nbuilt 42 parts\n/],
  ['changes:uncom', 'Changes Uncommitted changes', / Uncommitted changes /, /\+\/\/ uncommitted\n/],
  ['commit:Teach', 'Commit Teach it to greet', /Commit [0-9a-f]+: Teach/, /Author: Ada </],
  ['branch:trunk', 'Branch trunk', / Branch trunk /, /trunk\nHead: .* Teach it to greet/],
  [
    ...(['session:earlier', 'Session an earlier talk'] as const),
    ...([
      /Conversation “an earlier talk” /,
      /# an earlier talk\n[\s\S]*Answer to an earlier/,
    ] as const),
  ],
  ['agent:review', 'Agent reviewer', / @agent-reviewer /, /invoke the agent "reviewer"/],
  ['lib:doc://one', 'Resource doc://one', /the resource doc:\/\/one of the MCP server "lib" /, / /],
  [
    'task:count',
    'Task count them',
    /Output of the task “count them” /,
    /Completed\n\ncounted seven/,
  ],
  ['https://example.com/a', 'Link example.com/a', / https:\/\/example\.com\/a /, / /],
];

test('each mention is found by keys alone, and arrives as its chip says', async () => {
  const { api, chat, workbench } = window;
  await fillEditor();
  api.onPrompt('an earlier talk', [text('Answer to an earlier talk.')]);
  await say('an earlier talk');
  await window.startNew();
  const count = {
    ...{ command: 'echo counted seven', description: 'count them', run_in_background: true },
  };
  api.onPrompt('count them', [toolUse('Bash', count), text('Answer to count them.')]);
  await say('count them');
  const list = chat.frame.getByRole('listbox', { name: 'Mentions' });
  await chat.message.focus();
  for (const [query, chip] of mentions) {
    await workbench.page.keyboard.type(`@${query}`);
    const kind = chip.split(' ')[0] ?? '';
    const name = chip.slice(kind.length + 1);
    const rows = list.getByRole('option');
    const wanted = () =>
      rows.evaluateAll((all, words) => {
        const labels = all.map(row => {
          const label = row.querySelector('.suggestion-label');
          // A long path is written twice: cut for the eye, whole for screen readers.
          return (label?.querySelector('.sr-only') ?? label)?.textContent;
        });
        const at = labels.indexOf(words);
        return { at, active: all.findIndex(row => row.ariaSelected === 'true') };
      }, name);
    await expect
      .poll(async () => (await wanted()).at, { ...patience, message: chip })
      .toBeGreaterThanOrEqual(0);
    // Slower sources may still add rows above.
    for (let now = await wanted(); now.active !== now.at; now = await wanted()) {
      await workbench.page.keyboard.press(now.active < now.at ? 'ArrowDown' : 'ArrowUp');
    }
    await workbench.page.keyboard.press('Enter');
    await chat.message.getByRole('button', { name: chip, exact: true }).waitFor();
  }
  await workbench.page.keyboard.type('all of these');
  api.onPrompt('all of these', [text('Answer to all.')]);
  await workbench.page.keyboard.press('Enter');
  await chat.text('Answer to all.').waitFor();
  const request = api.mainRequests('all of these').at(-1);
  const texts = request?.messages.flatMap(({ content }) => content).map(({ text: told }) => told);
  const own = texts?.findLast(told => String(told).includes('all of these'));
  const beside = texts?.filter(told => told !== own).join('\n');
  for (const [, chip, words, content] of mentions) {
    expect(own, chip).toMatch(words);
    expect(beside, chip).toMatch(content);
  }
  await chat.log.getByRole('button', { name: 'Terminal “builder”', exact: true }).click();
  const shown = () =>
    window.driver.evaluate(vscode => vscode.window.activeTextEditor?.document.getText());
  await expect.poll(shown, patience).toContain('built 42 parts');
});
