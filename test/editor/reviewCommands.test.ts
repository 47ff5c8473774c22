import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rowsOf } from '../support/extent';
import { ChatWindow, describeFailures, patience } from './support/chatWindow';
import { Review } from './support/review';

/** Returns the content of every file below a folder. */
async function contentsOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(entry => entry.isFile()).map(one => join(one.parentPath, one.name));
  const contents = await Promise.all(files.map(file => readFile(file, 'base64')));
  return Object.fromEntries(files.map((file, index) => [file, contents[index] ?? '']));
}

const person = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];

describe.each(rowsOf([true], [true, false]))('a folder with git: %s', hasGit => {
  let window: ChatWindow;
  let review: Review;

  beforeAll(async () => {
    window = await ChatWindow.open({
      hasTreesBelowChat: true,
      // A reused window would still list the changes of the other row.
      isFresh: !hasGit,
      cli: 'stand-in',
      // Rows exist only where the view has room for them.
      viewport: { width: 1400, height: 1100 },
      settings: { 'tandem.permissions.initialMode': 'acceptEdits' },
      prepare: async ({ workspace }) => {
        const steps = [
          ['init', '-q'],
          ['add', '-A'],
          [...person, 'commit', '-qm', 'All there is'],
        ];
        for (const step of hasGit ? steps : []) {
          execFileSync('git', step, { cwd: workspace });
        }
      },
    });
    review = new Review(window);
  });
  afterAll(() => window?.close());
  describeFailures(() => window);

  test('changes of a command are listed, attributed to the command on its card, and undone', async () => {
    const { chat, tandem } = window;
    const name = 'src/format.js';
    const before = await review.read(name);
    const own = join(tandem.workspace, '.git');
    const repository = hasGit ? await contentsOf(own) : {};
    await review.turn('rename by command', [
      review.bash("sed -i 's/todo/task/' src/format.js && rm README.md && echo new > src/new.txt"),
    ]);
    const changed = before
      .replace(/todo/g, 'todo')
      .split('\n')
      .map(line => line.replace('todo', 'task'))
      .join('\n');
    expect(await review.read(name)).toBe(changed);
    expect(existsSync(review.path('README.md'))).toBe(false);
    expect(await review.read('src/new.txt')).toBe('new\n');
    await review.status.getByText('3 files').waitFor();
    await expect
      .poll(() => review.rowLabels(), patience)
      .toEqual(['README.md', 'format.js', 'new.txt']);
    const card = chat.log.getByRole('list', { name: 'Changed files' });
    if (!(await card.isVisible())) {
      await chat.log.getByText('Change files').first().click();
    }
    await chat.text('Changed by this command').waitFor();
    expect(await card.getByRole('listitem').count()).toBe(3);

    await window.run('tandem.changes.undoAll');
    await expect.poll(() => review.read(name), patience).toBe(before);
    await expect.poll(() => review.read('README.md'), patience).toContain('todo');
    await expect.poll(() => existsSync(review.path('src/new.txt')), patience).toBe(false);
    await review.expectEmpty();
    expect(hasGit ? await contentsOf(own) : {}).toEqual(repository);
  });
});
