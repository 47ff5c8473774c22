import { expect, test } from 'vitest';
import { limits } from '../../../../src/host/codeReview/findingSchema';
import { checkFindings } from '../../../../src/host/codeReview/findings';

const lines = ['one', 'two', 'three', 'four'];
const find = async (name: string) =>
  name.startsWith('src/')
    ? { path: `/work/${name}`, lines, isAsReviewed: !name.endsWith('typed.ts') }
    : undefined;
const good = {
  file: 'src/a.ts',
  line: 2,
  severity: 'warning',
  title: 'Wrong',
  reason: 'So it is.',
};
const check = (...findings: unknown[]) => checkFindings({ findings }, find);

test('a finding has its lines, and their text as it was reviewed', async () => {
  const checked = await check({ ...good, endLine: 3, suggestion: 'both\n' });
  expect(checked).toEqual({
    findings: [
      {
        ...{ file: 'src/a.ts', path: '/work/src/a.ts', start: 1, end: 2, original: 'two\nthree' },
        ...{ severity: 'warning', title: 'Wrong', reason: 'So it is.', suggestion: 'both' },
      },
    ],
    ...{ unplaced: [], malformed: 0, more: 0 },
  });
});

test.each([
  ['beyond the end', { line: 99, endLine: 100 }, [3, 3]],
  ['an end before the start', { line: 3, endLine: 1 }, [2, 2]],
  ['an end beyond the end', { line: 3, endLine: 99 }, [2, 3]],
  ['no end', { line: 1, endLine: null }, [0, 0]],
])(
  '%s is moved into the file; a suggestion for other lines is dropped',
  async (_, at, expected) => {
    const checked = await check({ ...good, ...at, suggestion: 'x' });
    const [finding] = checked?.findings ?? [];
    expect([finding?.start, finding?.end]).toEqual(expected);
    expect(finding?.suggestion).toBe(at.endLine === null ? 'x' : undefined);
  },
);

test('a file with other lines than were reviewed gets no suggestion', async () => {
  const checked = await check({ ...good, file: 'src/typed.ts', suggestion: 'x' });
  expect(checked?.findings).toMatchObject([{ title: 'Wrong', start: 1 }]);
  expect(checked?.findings[0]).not.toHaveProperty('suggestion');
});

test('malformed findings cost no other; those without a file are kept apart', async () => {
  const bad = [null, 'text', {}, { ...good, line: 0 }, { ...good, line: 1.5 }, [good]];
  const more = [
    { ...good, severity: 'fatal' },
    { ...good, file: '' },
    { ...good, title: 7 },
  ];
  const away = { ...good, file: '../../etc/passwd', title: 'Away' };
  const checked = await check(...bad, good, ...more, away);
  expect(checked?.malformed).toBe(9);
  expect(checked?.findings.map(({ title }) => title)).toEqual(['Wrong']);
  expect(checked?.unplaced.map(({ title }) => title)).toEqual(['Away']);
  for (const answer of [undefined, null, 'none', [], {}, { findings: {} }]) {
    expect(await checkFindings(answer, find)).toBeUndefined();
  }
});

test('of 10,000 findings, the most severe are kept; the same one is shown once', async () => {
  const many = Array.from({ length: 10_000 }, (_, index) => ({
    ...{ ...good, title: `Finding ${index}` },
    severity: index === 9_999 ? 'error' : 'hint',
  }));
  const checked = await check(...many);
  expect(checked?.findings).toHaveLength(limits.findings);
  expect(checked?.findings[0]?.title).toBe('Finding 9999');
  expect(checked?.more).toBe(10_000 - limits.findings);
  expect((await check(good, good, { ...good, endLine: 4 }))?.findings).toHaveLength(1);
});

test('texts have a length, no escapes, and no characters that hide or reorder', async () => {
  const checked = await check({
    ...good,
    title: `\x1b[31mRed\u202e title\n${'x'.repeat(9_999)}`,
    reason: `a\u200b\nb${'y'.repeat(99_999)}`,
    suggestion: 'z'.repeat(limits.suggestion + 1),
  });
  const [finding] = checked?.findings ?? [];
  expect(finding?.title).toMatch(/^\[31mRed title x+…$/);
  expect(finding?.title.length).toBeLessThanOrEqual(limits.title);
  expect(finding?.reason).toMatch(/^a \nby+$/);
  expect(finding?.reason.length).toBeLessThanOrEqual(limits.reason);
  expect(finding).not.toHaveProperty('suggestion');
});
