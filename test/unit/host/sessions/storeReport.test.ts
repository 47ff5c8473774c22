import { expect, test } from 'vitest';
import { readReport, reportMarkdown } from '../../../../src/host/sessions/storeReport';

test('the report counts files and lists omitted ones by reason', () => {
  const text = reportMarkdown(
    {
      files: 5,
      listed: 2,
      skipped: [
        { path: '/p/a_1.jsonl', reason: 'empty' },
        { path: '/p/b.jsonl', reason: 'unreadable' },
        { path: '/p/c.jsonl', reason: 'empty' },
      ],
    },
    '/p',
  );
  expect(text).toContain('5 files on disk, 2 listed, 3 left out.');
  expect(text).toContain('## 2: the file is empty\n\n- `/p/a_1.jsonl`\n- `/p/c.jsonl`\n');
  expect(text).toContain('## 1: the file could not be read\n\n- `/p/b.jsonl`\n');
});

test('the report stays short for thousands of files', () => {
  const skipped = Array.from({ length: 5_000 }, (_, index) => ({
    path: `/p/${index}.jsonl`,
    reason: 'subagent' as const,
  }));
  const text = reportMarkdown({ files: 5_000, listed: 0, skipped }, '/p');
  expect(text.split('\n').length).toBeLessThan(250);
  expect(text).toContain('- and 4800 more');
});

test('the report waits until the CLI is found, whose folder may be another one', async () => {
  const cli = {
    configFolder: '/guessed',
    problem: async () => {
      cli.configFolder = '/real';
    },
  };
  const files = () => (cli.configFolder === '/real' ? 3 : 0);
  const index = { report: async () => ({ files: files(), listed: files(), skipped: [] }) };
  expect(await readReport(index, cli)).toMatchObject({ report: { files: 3 }, folder: '/real' });
});
