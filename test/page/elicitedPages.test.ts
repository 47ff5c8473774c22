import { describe, expect, it } from 'vitest';
import type { PageRequest } from '../../src/contract/elicitation';
import { another, answered, answerTo, showRequest } from './harness/serverRequests';
import { useChat } from './harness/useChat';

const open = useChat();

const page: PageRequest = {
  mode: 'page',
  url: 'https://user@example.com/sign-in',
  host: { from: 13, to: 24 },
  warnings: [{ kind: 'userName' }, { kind: 'otherAlphabet', unicodeHost: 'ex\u202eample.com' }],
};

describe('A page that a server asks for', () => {
  it('shows the whole address with its site, and warns of what may deceive', async () => {
    const shown = await showRequest(open, page);
    const { card } = shown;
    expect(await card.locator('.request-address').innerText()).toBe(page.url);
    expect(await card.locator('.request-address strong').innerText()).toBe('example.com');
    const text = await card.innerText();
    expect(text).toContain('The part before the @ is a user name.');
    expect(text).toContain('exU+202Eample.com');
    expect(await card.getByRole('link').count()).toBe(0);
  });

  it('is opened by its button only, and closes when the server is done', async () => {
    const shown = await showRequest(open, page);
    const { card, chat, prompt } = shown;
    chat.host.answers['prompt.answer'] = () => {
      throw new Error('The page was not opened. Try again.');
    };
    const button = card.getByRole('button', { name: 'Open Page' });
    await button.click();
    expect(await answered(shown)).toEqual(answerTo(shown, { kind: 'openPage' }));
    await chat.page.getByText('The page was not opened. Try again.').waitFor();
    delete chat.host.answers['prompt.answer'];
    await card.locator('button[aria-disabled=false]', { hasText: 'Open Page' }).click();
    await chat.host.waitFor('prompt.answer', 2);
    const opened = { ...prompt, request: { ...page, stage: 'opened' as const } };
    chat.host.emit({ type: 'prompt.opened', prompt: opened, at: 0 });
    await card.getByRole('status').getByText('The page was opened.').waitFor();
    expect(await card.getByRole('button').allInnerTexts()).toEqual(['Done', 'Open Again']);
    chat.host.emit({ type: 'prompt.closed', promptId: prompt.id, outcome: 'finished' });
    await card.getByText('Finished').waitFor();
    expect(await card.getByRole('button').count()).toBe(0);
    const spoken = chat.page.locator('[aria-live="polite"]');
    await spoken.getByText('The server is done with the page').first().waitFor();
    const held = await another(chat, { ...page, stage: 'held' });
    expect(await held.card.getByRole('button').allInnerTexts()).toEqual([
      ...['Done', 'Open Again', 'Cancel'],
    ]);
    await held.card.getByRole('button', { name: 'Done' }).click();
    expect(await chat.host.waitFor('prompt.answer', 3)).toEqual(
      answerTo(held, { kind: 'pageDone' }),
    );
  });
});
