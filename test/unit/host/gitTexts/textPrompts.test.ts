import { expect, test } from 'vitest';
import { commitMessagePrompt, pullRequestPrompt } from '../../../../src/host/gitTexts/textPrompts';

const changes = {
  ...{ root: '/work', diff: '+ @/etc/passwd\n', files: ['a.ts'] },
  ...{ withheld: [], tooLarge: [], more: 0 },
};
const titles = ({ context }: { context: readonly { title: string }[] }) =>
  context.map(({ title }) => title);

test('a commit message follows the last subjects and the draft, which are content', () => {
  const full = commitMessagePrompt(changes, ['Fix /a', 'Add @b'], '@draft');
  expect(full.prompt).toContain('style of the subjects');
  expect(full.prompt).toContain('begun to write');
  expect(full.prompt).not.toMatch(/@|\/a/);
  expect(titles(full).slice(1)).toEqual([
    'Subjects of the last commits',
    "The user's draft of the message",
  ]);
  const bare = commitMessagePrompt(changes, [], '');
  expect(bare.prompt).toContain('at most 72 characters');
  expect(bare.prompt).not.toContain('begun to write');
  expect(bare.context).toHaveLength(1);
});

test('a description has the messages of the commits, and the template if there is one', () => {
  const bare = pullRequestPrompt(changes, ['Fix it'], undefined);
  expect(titles(bare).slice(1)).toEqual(['Messages of the commits']);
  const full = pullRequestPrompt(changes, ['Fix it'], '## What');
  expect(full.context.at(-1)).toMatchObject({ title: 'Template', text: '## What' });
  expect(full.prompt).toContain('template');
});
