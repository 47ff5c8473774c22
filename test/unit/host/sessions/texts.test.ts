import { marked } from 'marked';
import { expect, test } from 'vitest';
import { costText } from '../../../../src/base/locale';
import {
  accessibleLabel,
  contextOf,
  descriptionOf,
  markdownFacts,
} from '../../../../src/host/sessions/rowTexts';
import {
  ageText,
  escapeMarkdown,
  shortened,
  sizeText,
  withoutMarkup,
} from '../../../../src/host/sessions/shortTexts';
import { foreign, row, rowsOf, stored } from './rows';

const minute = 60_000;
const day = 24 * 60 * minute;

test.each([
  [0, 'now'],
  [-5 * minute, 'now'],
  [59_999, 'now'],
  [minute, '1m'],
  [59.9 * minute, '59m'],
  [2.5 * 60 * minute, '2h'],
  [23.9 * 60 * minute, '23h'],
  [13.9 * day, '13d'],
  [20 * day, '2w'],
])('an age of %i ms is %s', (past, words) => {
  const now = Date.UTC(2026, 10, 21);
  expect(ageText(now - past, now, 'en')).toBe(words);
});

test("an age of years is shown as a month, and ages use the editor's language", () => {
  expect(ageText(Date.UTC(2024, 0, 15), Date.UTC(2026, 0, 1), 'en')).toBe('Jan 2024');
  expect(ageText(0, 0, 'de')).toBe('jetzt');
});

test('costs and sizes are abbreviated', () => {
  expect([0, 0.001, 0.123, 12].map(costText)).toEqual(['$0.00', '<$0.01', '$0.12', '$12.00']);
  expect([12, 1_500, 52_400_000].map(sizeText)).toEqual(['12 B', '2 kB', '52.4 MB']);
});

test('text is truncated by visible characters', () => {
  expect(shortened('👍👍👍', 3)).toBe('👍👍👍');
  expect(shortened('👍👍👍👍', 3)).toBe('👍👍…');
});

test.each([
  ['| | **Add a --json flag** | `yes` |', 'Add a --json flag yes'],
  ['| Name | Size | |---|:---| | a | 1 |', 'Name Size a 1'],
  ['ls | grep x || true', 'ls | grep x || true'],
  ['## Plan: see [the file](src/a.ts)', 'Plan: see the file'],
])('an excerpt %s is shown without signs of Markdown', (text, shown) => {
  expect(withoutMarkup(text).replace(/\s+/g, ' ').trim()).toBe(shown);
});

const hostile = [
  '[x](command:workbench.action.quit)',
  '<img src=x onerror=alert(1)>',
  '# heading',
  '**bold** _it_ ~~no~~ `code`',
  '| a | b |',
  '1. one',
  'https://evil.example/?a=1 www.evil.example me@evil.example',
  '$(alert) &lt;b&gt; \\',
  'two\nlines\r\n\r\n- list',
];

test.each(hostile)('%j appears literally in Markdown', text => {
  const html = marked.parse(escapeMarkdown(text), { async: false });
  const shown = html
    .replace(/^<p>|<\/p>\n$/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
  expect(html.match(/<(?!\/?p>)/g)).toBeNull();
  expect(shown).toBe(text.replace(/\s+/g, ' '));
});

test('invisible and bidirectional control characters are removed', () => {
  expect(escapeMarkdown('a\u202eb\u0007c\u2066d')).toBe('a b c d');
});

test('a row shows branch, age and cost, and omits unknown facts', () => {
  expect(descriptionOf(row('a', { branch: 'fix/it', costUsd: 0.5 }), '2h')).toBe(
    'fix/it · 2h · $0.50',
  );
  expect(descriptionOf(row('a'), 'now')).toBe('now');
});

test('the last prompt stands beside the title, unless title or first prompt say it already', () => {
  const asked = (lastPrompt: string) => row('a', { stored: stored('a', { lastPrompt }) });
  expect(descriptionOf(asked('Now test it'), '2h')).toBe('2h · Now test it');
  expect(descriptionOf(asked('Title of a'), '2h')).toBe('2h');
  expect(descriptionOf(asked('Fix it'), '2h', 'Fix it, please')).toBe('2h');
  expect(descriptionOf(asked('Now test it'), '2h', 'Fix it, please')).toBe('2h · Now test it');
});

test('the screen reader label has title, state and description', () => {
  const label = accessibleLabel(row('a', { branch: 'main' }), '2h', ['needs your input', 'pinned']);
  expect(label).toBe('Title of a, needs your input, pinned, main · 2h');
});

test('a tooltip has a line for each known fact', () => {
  const markdown = markdownFacts('Title_1', [
    ['Folder', '/a_b'],
    ['Branch', undefined],
    ['Prompt', 'x'.repeat(400)],
  ]);
  const [heading, folder, prompt, ...rest] = markdown.split('  \n');
  expect(heading).toBe('**Title\\_1**');
  expect(folder).toBe('Folder: /a\\_b');
  expect(prompt?.length).toBeLessThan(320);
  expect(rest).toEqual([]);
});

test('context values for menus are mutually exclusive', () => {
  expect(contextOf(row('a'))).toBe('session unpinned read kept stored');
  const { stored: _, ...fresh } = row('a', {
    isPinned: true,
    isUnread: true,
    isArchived: true,
    state: 'running',
  });
  expect(contextOf(fresh)).toBe('session pinned unread archived active');
});

test('a row of another agent names it, and offers what works there', () => {
  const [mine] = rowsOf({ foreign: [foreign('a')] });
  if (!mine) throw new Error('The conversation is not listed');
  expect(descriptionOf(mine, 'now')).toBe('Mine · now');
  expect(contextOf(mine)).toBe('session unpinned read kept foreign');
});
