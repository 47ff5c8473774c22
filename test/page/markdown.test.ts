import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ComponentPage, openComponentPage } from '../support/componentPage';
import { rowsOf } from '../support/extent';
import { hostileMarkdown } from '../support/fixtures/hostileMarkdown';
import { trickyMarkdown } from '../support/fixtures/trickyMarkdown';
import type {} from '../support/pages/markdown';
import { useBrowser } from './harness/useBrowser';

const sizes = [1, 7, 97];
const elements = new Set(
  (
    'main div p h1 h2 h3 h4 h5 h6 ul ol li blockquote hr strong em del code pre br span input ' +
    'button table thead tbody tr th td'
  ).split(' '),
);
const attributes = new Set(
  'id class dir role tabindex title type disabled checked start scope aria-label aria-hidden'.split(
    ' ',
  ),
);

let opened: ComponentPage;

beforeAll(async () => {
  opened = await openComponentPage(await useBrowser(), 'markdown.tsx', [
    'markdown',
    'rareBlocks',
    'highlight',
    'diff',
  ]);
});

afterAll(() => opened.page.context().close());

beforeEach(() => opened.page.evaluate(() => window.harness.clear()));

const settling = trickyMarkdown.filter(sample => sample.settlesAtEnd !== true);

describe('Streamed Markdown', () => {
  it.each(trickyMarkdown)(
    'ends with the same result as the whole text at once: $name',
    async ({ text }) => {
      const whole = await opened.page.evaluate(all => window.harness.stream(all, 1e9, true), text);
      for (const size of sizes) {
        const pieces = await opened.page.evaluate(
          ([all, length]) => window.harness.stream(all, length, true),
          [text, size] as const,
        );
        expect(pieces).toBe(whole);
      }
    },
  );

  it.each(rowsOf(settling.slice(0, 12), settling))(
    'is correct before its end is known: $name',
    async ({ text }) => {
      const whole = await opened.page.evaluate(all => window.harness.stream(all, 1e9, false), text);
      for (const size of sizes) {
        await opened.page.evaluate(([all, length]) => window.harness.stream(all, length, false), [
          text,
          size,
        ] as const);
        // The page pauses after a slow update.
        await expect
          .poll(() => opened.page.evaluate(() => window.harness.outlineNow()))
          .toBe(whole);
      }
    },
  );

  it.each(trickyMarkdown.filter(sample => sample.ours !== true))(
    'has the structure of the reference renderer: $name',
    async ({ text }) => {
      const { ours, theirs } = await opened.page.evaluate(
        all => window.harness.againstMarked(all),
        text,
      );
      expect(ours).toBe(theirs);
    },
  );

  it('starts over when the text is replaced', async () => {
    const shown = await opened.page.evaluate(() => {
      const { show } = window.harness;
      show('# One\n\n- a\n- b\n\n```js\nx', true);
      show('# One\n\n- a\n- c', true);
      show('Other', true);
      show('Other text', false);
      return document.querySelector('.markdown')?.textContent;
    });
    expect(shown).toBe('Other text');
  });

  it('keeps the elements of finished blocks while text is appended', async () => {
    const kept = await opened.page.evaluate(() => {
      const { show } = window.harness;
      const text = '# One\n\n- a\n- b\n- c\n- d\n\n```js\nx\ny\n```\n\nText\n\n';
      show(text, true);
      const before = [...document.querySelectorAll('h1, li, .code-line')];
      show(`${text}More *text*\n\n- x\n`, true);
      show(`${text}More *text*\n\n- x\n`, false);
      const after = [...document.querySelectorAll('h1, li, .code-line')];
      return before.length === 7 && before.every((element, index) => element === after[index]);
    });
    expect(kept).toBe(true);
  });
});

describe('Markdown from a hostile source', () => {
  it.each(hostileMarkdown)('is displayed without side effects: $class, $name', async ({ text }) => {
    const { page } = opened;
    const found = await page.evaluate(all => {
      window.harness.stream(all, 4096, true);
      for (const link of document.querySelectorAll<HTMLElement>('[role=link]')) {
        link.click();
      }
      const shown = [...document.querySelectorAll('main, main *')];
      return {
        elements: shown.map(element => element.localName),
        attributes: shown.flatMap(element => element.getAttributeNames()),
        links: [...window.harness.links],
      };
    }, text);
    expect(found.elements.filter(name => !elements.has(name))).toEqual([]);
    expect(found.attributes.filter(name => !attributes.has(name))).toEqual([]);
    for (const link of found.links) {
      expect(link.kind === 'url' ? link.url : `file ${link.path}`).toMatch(
        /^(?:https?:\/\/[^/]|mailto:|file (?![\\/]{2})[^:]*$)/,
      );
    }
    expect(page.url()).toBe('http://page.invalid/');
    expect(opened.requests).toEqual([]);
    expect(opened.dialogs).toEqual([]);
    expect(opened.violations).toEqual([]);
    expect(opened.errors).toEqual([]);
  });
});

describe('Rendered Markdown', () => {
  it('opens links by click and by Enter, and shows their targets', async () => {
    const { page } = opened;
    await page.evaluate(() =>
      window.harness.show('[site](https://a.example/x) `src/a.ts:12` ![pic](b.png)', false),
    );
    await page.getByRole('link', { name: 'site' }).click();
    await page.getByRole('link', { name: 'src/a.ts:12' }).focus();
    await page.keyboard.press('Enter');
    const titles = await page
      .getByRole('link')
      .evaluateAll(found => found.map(link => link.getAttribute('title')));
    expect(titles).toEqual(['https://a.example/x', 'src/a.ts:12', 'b.png']);
    expect(await page.evaluate(() => window.harness.links)).toEqual([
      { kind: 'url', url: 'https://a.example/x' },
      { kind: 'file', path: 'src/a.ts', line: 12 },
    ]);
  });

  it('copies code as written, by button and by selection', async () => {
    const { page } = opened;
    const code = 'if (a) {\n\n  b();\n}';
    await page.evaluate(all => window.harness.show(all, false), `\`\`\`js\n${code}\n\`\`\``);
    await page.getByRole('button', { name: 'Copy' }).click();
    expect(await page.evaluate(() => window.harness.copies)).toEqual([code]);
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    await page.getByRole('button', { name: 'Insert at Cursor' }).click();
    expect(await page.evaluate(() => window.harness.copies.at(-1))).toBe(`insert: ${code}`);
    expect(await page.getByRole('button', { name: 'Run in Terminal' }).count()).toBe(0);
    await page.evaluate(all => window.harness.show(all, false), '```sh\nnpm test\n```');
    await page.getByRole('button', { name: 'Run in Terminal' }).click();
    expect(await page.evaluate(() => window.harness.copies.at(-1))).toBe('run: npm test');
    await page.evaluate(all => window.harness.show(all, false), `\`\`\`js\n${code}\n\`\`\``);
    const selected = await page.evaluate(() => {
      const selection = getSelection();
      selection?.selectAllChildren(document.querySelector('code') as Element);
      return selection?.toString();
    });
    expect(selected?.trimEnd()).toBe(code);
  });

  it('highlights a closed fence and keeps one element per line', async () => {
    const { page } = opened;
    const code = Array.from({ length: 300 }, (_, line) => `const a${line} = 'x'; // ${line}`);
    await page.evaluate(
      all => window.harness.show(all, true),
      `\`\`\`ts\n${code.join('\n')}\n\`\`\`\n`,
    );
    await page.locator('.code-line').nth(299).locator('.hl-comment').waitFor();
    const lines = await page.locator('.code-line').allTextContents();
    expect(lines).toEqual(code.map(line => `${line}\n`));
    expect(await page.locator('.code-line').first().locator('.hl-keyword').textContent()).toBe(
      'const',
    );
  });

  it('does not highlight a fence that is still open', async () => {
    const { page } = opened;
    await page.evaluate(() => window.harness.show('```ts\nconst a = 1;\n', true));
    await page.evaluate(
      () => new Promise(done => requestIdleCallback(() => requestIdleCallback(done))),
    );
    expect(await page.locator('.code-line span').count()).toBe(0);
  });
});

describe('A diff', () => {
  const lines = [' same', '-const one = 1;', '+const two = 1;', '\\ No newline at end of file'];
  const patch = [
    { oldStart: 1, oldLines: 2, newStart: 1, newLines: 2, lines },
    { oldStart: 20, oldLines: 1, newStart: 20, newLines: 1, lines: ['-x <b>', '+<img src=x>'] },
  ];

  it('shows line numbers, signs for screen readers, changed words and gaps', async () => {
    const { page } = opened;
    await page.evaluate(hunks => window.harness.showDiff(hunks, ''), patch);
    const rows = await page.locator('.diff tbody tr').allTextContents();
    expect(rows).toEqual([
      '11same',
      '2−removedconst one = 1;',
      '2+addedconst two = 1;',
      'No newline at end of file',
      '17 unchanged lines',
      '20−removedx <b>',
      '20+added<img src=x>',
    ]);
    expect(await page.locator('.diff-mark').allTextContents()).toEqual(['one', 'two']);
    expect(
      await page.getByRole('group', { name: 'Changes: 2 lines added, 2 lines removed' }).count(),
    ).toBe(1);
  });

  it('folds many lines until asked for more', async () => {
    const { page } = opened;
    const many = Array.from({ length: 900 }, (_, line) => `+line ${line}`);
    const hunk = { oldStart: 0, oldLines: 0, newStart: 1, newLines: 900, lines: many };
    await page.evaluate(hunks => window.harness.showDiff(hunks, 'ts'), [hunk]);
    expect(await page.locator('.diff-added').count()).toBe(200);
    await page.getByRole('button', { name: 'Show 700 more lines' }).click();
    await page.locator('.diff-added').nth(899).waitFor();
    expect(await page.getByRole('button').count()).toBe(0);
    await page.locator('.diff-added').nth(899).locator('.hl-number').waitFor();
  });

  it('scrolls long lines in its own box', async () => {
    const { page } = opened;
    const hunk = {
      oldStart: 1,
      oldLines: 0,
      newStart: 1,
      newLines: 1,
      lines: [`+${'x'.repeat(4000)}`],
    };
    await page.evaluate(hunks => window.harness.showDiff(hunks, ''), [hunk]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(width).toBeLessThanOrEqual(0);
  });
});

describe('Text in other scripts', () => {
  it('has the direction of its paragraph, whatever the answer begins with', async () => {
    const items = '- פריט אחד.\n- One item.\n\n  And more.';
    const text = `An answer.\n\nשלום עולם.\n\n${items}\n\n> ציטוט כאן.\n\nAnd an end.`;
    await opened.page.evaluate(all => window.harness.stream(all, 1e9, true), text);
    const stops = await opened.page.locator('p, li').evaluateAll(all =>
      all.map(element => {
        const node = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() as Text;
        const range = document.createRange();
        range.selectNodeContents(node);
        const line = range.getBoundingClientRect();
        range.setStart(node, node.data.trimEnd().length - 1);
        return range.getBoundingClientRect().left < line.left + line.width / 2 ? 'left' : 'right';
      }),
    );
    const rights = stops.flatMap((stop, index) => (stop === 'right' ? [index] : []));
    expect([rights, stops.length]).toEqual([[0, 4, 5, 6, 8], 9]);
    const bullets = await opened.page
      .locator('li')
      .evaluateAll(all => all.map(element => getComputedStyle(element).direction));
    expect(bullets).toEqual(['rtl', 'ltr']);
  });
});
