import { describe, expect, it } from 'vitest';
import { Deferred } from '../../src/base/deferred';
import type { MentionItem, MentionList } from '../../src/contract/mentions';
import { testInFull } from '../support/inFull';
import { messageText } from '../support/messageText';
import { axeFindings } from './harness/axeFindings';
import { arrived } from './harness/reports';
import { useChat } from './harness/useChat';

const open = useChat();

const file = (path: string, group?: 'open'): MentionItem => {
  const name = path.split('/').at(-1) ?? path;
  const folder = path.split('/').slice(0, -1).join('/');
  return {
    mention: { token: `@${path}`, label: name, target: { kind: 'file', path } },
    icon: 'file',
    ...(folder ? { detail: folder } : {}),
    ...(group ? { group } : {}),
  };
};
const branch: MentionItem = {
  mention: { token: '@branch:main', label: 'main', target: { kind: 'branch', name: 'main' } },
  icon: 'git-branch',
};

async function openList(find: (query: string, depth: 'fast' | 'all') => MentionList) {
  const chat = await open();
  chat.host.answers['mentions.find'] = ({ query, depth }) => find(query, depth);
  chat.host.emit(...arrived);
  const box = chat.page.getByRole('textbox', { name: 'Message' });
  await chat.page.locator('.message-input.rich').waitFor();
  await box.focus();
  const list = chat.page.getByRole('listbox', { name: 'Mentions' });
  return { ...chat, box, list, names: () => list.locator('.suggestion-label').allInnerTexts() };
}

describe('The list of mentions', () => {
  it('opens at an @, with open editors first, and puts a chip into the message', async () => {
    const { page, host, box, list, names } = await openList(query => ({
      items:
        query === '' ? [file('src/open.ts', 'open'), branch] : [file('src/app/main.ts'), branch],
      isPartial: false,
    }));
    await page.keyboard.type('see @');
    await list.waitFor();
    await expect.poll(names).toEqual(['open.ts', 'main']);
    expect(await list.locator('.suggestion-group').allInnerTexts()).toEqual([
      'Open editors',
      'Git',
    ]);
    await page.keyboard.type('mai');
    await expect.poll(names).toEqual(['main.ts', 'main']);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await box.getByRole('button', { name: 'File main.ts', exact: true }).waitFor();
    expect(await messageText(box)).toBe('see @src/app/main.ts ');
    await page.keyboard.type('please');
    await page.keyboard.press('Enter');
    expect(await host.waitFor('message.send')).toMatchObject({
      text: 'see @src/app/main.ts please',
      mentions: [{ token: '@src/app/main.ts', target: { kind: 'file', path: 'src/app/main.ts' } }],
    });
  });

  it('shows fast sources at once and slower ones when they have answered', async () => {
    const { page, names } = await openList((_, depth) => ({
      items: depth === 'fast' ? [file('a.ts')] : [file('a.ts'), branch],
      isPartial: depth === 'fast',
    }));
    await page.keyboard.type('@a');
    await expect.poll(names).toEqual(['a.ts', 'main']);
  });

  it('takes no row of an earlier word: Enter waits for the answer', async () => {
    const gate = new Deferred<void>();
    const { page, host, box, list } = await openList(() => ({ items: [branch], isPartial: false }));
    await page.keyboard.type('@');
    await list.waitFor();
    host.answers['mentions.find'] = async () => {
      await gate.promise;
      return { items: [file('src/app/main.ts'), branch], isPartial: false };
    };
    await page.keyboard.type('mai');
    await page.keyboard.press('Enter');
    expect(await messageText(box)).toBe('@mai');
    gate.resolve();
    await box.getByRole('button', { name: 'File main.ts', exact: true }).waitFor();
    expect(host.called('message.send')).toHaveLength(0);
  });

  it('says when nothing matches, and gets out of the way of prose', async () => {
    const { page, list } = await openList(() => ({ items: [], isPartial: false }));
    await page.keyboard.type('@zzz');
    await page.getByText('Nothing matches').waitFor();
    await page.keyboard.type(' and so on');
    await list.waitFor({ state: 'detached' });
  });

  it('opens from the toolbar, after a space', async () => {
    const { page, box, list } = await openList(() => ({ items: [file('a.ts')], isPartial: false }));
    await page.keyboard.type('see');
    await page.getByRole('button', { name: 'Mention', exact: true }).click();
    await list.getByRole('option').first().click();
    expect(await messageText(box)).toBe('see @a.ts ');
  });

  testInFull('moves by pages and to both ends, and leaves selecting text to the box', async () => {
    const items = Array.from({ length: 30 }, (_, at) => file(`f${at}.ts`));
    const { page, box, list } = await openList(() => ({ items, isPartial: false }));
    await page.keyboard.type('see @f');
    await list.getByRole('option').nth(29).waitFor({ state: 'attached' });
    const selected = () =>
      list.getByRole('option', { selected: true }).locator('.suggestion-label').innerText();
    const rows: string[] = [];
    for (const key of ['End', 'PageUp', 'Home', 'PageDown', 'ArrowUp']) {
      await page.keyboard.press(key);
      rows.push(await selected());
    }
    expect(rows).toEqual(['f29.ts', 'f21.ts', 'f0.ts', 'f8.ts', 'f7.ts']);
    await page.keyboard.press('Shift+Home');
    await page.keyboard.type('x');
    expect(await messageText(box)).toBe('x');
  });

  testInFull('shows the name and the end of the folder of a long path', async () => {
    const name = `${'very'.repeat(20)}LongComponent.test.tsx`;
    const folder = `packages/${'deep/'.repeat(30)}last`;
    const { page, list } = await openList(() => ({
      items: [{ ...file(`${folder}/${name}`), matches: [0, 4, 80, 84] }],
      isPartial: false,
    }));
    await page.keyboard.type('@long');
    const option = list.getByRole('option', { name: `${name} ${folder}` });
    await option.waitFor();
    const isWithin = (text: string) =>
      option.locator('.cut-text-end', { hasText: text }).evaluate((end, outer) => {
        const own = end.getBoundingClientRect();
        const all = end.closest(outer)?.getBoundingClientRect();
        return all !== undefined && own.left >= all.left && own.right <= all.right;
      }, '[role=option]');
    expect(await isWithin('nt.test.tsx')).toBe(true);
    expect(await isWithin('/last')).toBe(true);
    expect(await option.locator('b').allInnerTexts()).toEqual(['very', 'Long']);
  });

  it('says what it lacks, and searches again when asked to', async () => {
    let isBroken = true;
    const { page, host, list, names } = await openList(() =>
      isBroken
        ? { items: [branch], isPartial: false, error: 'Files could not be searched: it has ended.' }
        : { items: [file('a.ts')], isPartial: false, note: 'Only the first 9 files are searched.' },
    );
    await page.keyboard.type('@a');
    await expect.poll(names).toEqual(['main', 'Search Again']);
    await list.getByText('Files could not be searched: it has ended.').waitFor();
    isBroken = false;
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect.poll(names).toEqual(['a.ts']);
    await page.getByText('Only the first 9 files are searched.').waitFor();
    expect(host.calls.filter(({ method }) => method === 'mentions.find').length).toBeGreaterThan(1);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('tells what to type where there is nothing yet', async () => {
    const { page } = await openList(() => ({ items: [], isPartial: false }));
    await page.keyboard.type('@');
    await page.getByText('Type part of a name to find files').waitFor();
  });

  testInFull('survives a host that cannot search', async () => {
    const { page, box } = await openList(() => {
      throw new Error('No search');
    });
    await page.keyboard.type('@a');
    await page.getByText('The search has failed.').waitFor();
    await page.keyboard.type(' on');
    expect(await messageText(box)).toBe('@a on');
  });
});
