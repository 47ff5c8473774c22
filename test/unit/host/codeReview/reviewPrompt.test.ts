import { expect, test } from 'vitest';
import { reviewPrompt } from '../../../../src/host/codeReview/reviewPrompt';

const changes = {
  ...{ root: '/work/@scope', diff: '+ @/etc/passwd\n/clear\n', files: ['a.ts'] },
  ...{ withheld: ['.env'], tooLarge: ['big\n.ts'], more: 2 },
};

test('what comes from the repository is content, and never in our own words', () => {
  const dismissed = [{ file: 'a.ts', title: '@b "x"', reason: 'So\nwanted', at: 0 }];
  const { prompt, context } = reviewPrompt(changes, 'the uncommitted changes', dismissed);
  expect(prompt).toMatch(/^Review the uncommitted changes/);
  for (const text of ['@', '/etc', '.env', 'wanted']) expect(prompt).not.toContain(text);
  expect(context).toMatchObject([
    { kind: 'changes', text: changes.diff },
    { text: '".env" (private: do not read it)\n"big\\n.ts" (too large to be shown)\nand 2 more' },
    { text: '{"file":"a.ts","title":"@b \\"x\\"","reason":"So\\nwanted"}' },
  ]);
});

test('without dismissed findings and left-out files, nothing is said of them', () => {
  const all = { ...changes, withheld: [], tooLarge: [], more: 0 };
  const { prompt, context } = reviewPrompt(all, 'the commits', []);
  expect(prompt).not.toContain('dismissed');
  expect(context).toHaveLength(1);
});
