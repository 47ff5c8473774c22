import { expect, it } from 'vitest';
import { statusMarkdown } from '../../../../src/host/nativeText/statusMarkdown';

it('has a heading, lines, and commands of ours; foreign text runs none', () => {
  const links = [
    { title: 'Open Chat', command: 'tandem.chat.open' },
    { title: 'Tasks', command: 'tandem.tasks.focus' },
  ];
  expect(statusMarkdown('Fix *it*\nState: idle\n\n[x](command:y) $(bell)', links)).toBe(
    [
      '**Fix \\*it\\***  ',
      'State\\: idle  ',
      '\\[x\\]\\(command\\:y\\) \\$\\(bell\\)',
      '',
      '[Open Chat](command:tandem.chat.open) · [Tasks](command:tandem.tasks.focus)',
    ].join('\n'),
  );
});
