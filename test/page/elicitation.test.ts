import { describe, expect, it } from 'vitest';
import type { FormField, FormRequest } from '../../src/contract/elicitation';
import { testInFull } from '../support/inFull';
import { axeFindings } from './harness/axeFindings';
import { another, answered, answerTo, showRequest } from './harness/serverRequests';
import { themeRows } from './harness/themeRows';
import { useChat } from './harness/useChat';

const open = useChat();

const options = [
  { value: 's', label: 'Small' },
  { value: 'l', label: 'Large' },
];
const fields: readonly FormField[] = [
  {
    ...{ kind: 'text', name: 'mail', title: 'Mail', isRequired: true, format: 'email' },
    description: 'For the receipt',
  },
  {
    ...{ kind: 'number', name: 'age', title: 'Age', isRequired: false, isInteger: true },
    ...{ minimum: 18, initial: 20 },
  },
  { kind: 'flag', name: 'vip', title: 'Very important', isRequired: false, initial: true },
  { kind: 'choice', name: 'size', title: 'Size', isRequired: true, options },
  { kind: 'choices', name: 'more', title: 'Extras', isRequired: false, options, maxItems: 1 },
  { kind: 'text', name: 'day', title: 'Day', isRequired: false, format: 'date' },
  { kind: 'text', name: 'at', title: 'Time', isRequired: false, format: 'date-time' },
  { kind: 'text', name: 'notes', title: 'Notes', isRequired: false, isMultiline: true },
];
const form: FormRequest = { mode: 'form', fields };

describe('A form of a server', () => {
  it('has a control for each field, with its default, and gives them all back', async () => {
    const shown = await showRequest(open, form);
    const { card } = shown;
    expect(await card.getAttribute('aria-label')).toBe('Request from library');
    const mail = card.getByRole('textbox', { name: 'Mail' });
    const age = card.getByRole('textbox', { name: 'Age' });
    expect(await mail.getAttribute('required')).not.toBeNull();
    expect(await age.inputValue()).toBe('20');
    expect(await card.getByRole('checkbox', { name: 'Very important' }).isChecked()).toBe(true);
    expect(await card.innerText()).toContain('Enter no passwords');
    await mail.fill('ada@example.com');
    await age.fill('36');
    await card.getByRole('checkbox', { name: 'Very important' }).uncheck();
    await card.getByRole('combobox', { name: 'Size' }).selectOption('Large');
    const extras = card.getByRole('group', { name: 'Extras' });
    await extras.getByRole('checkbox', { name: 'Small' }).check();
    await card.getByLabel('Day').fill('2026-02-03');
    await card.getByLabel('Time').fill('2026-02-03T04:05:06');
    await card.getByRole('textbox', { name: 'Notes' }).fill('one\ntwo');
    await card.getByRole('button', { name: 'Submit' }).click();
    const entries = ['ada@example.com', '36', false, 'l', ['s'], '2026-02-03'];
    const [at, notes] = (
      (await answered(shown)) as { answer: { entries: string[] } }
    ).answer.entries.slice(6);
    expect(notes).toBe('one\ntwo');
    expect(at).toMatch(/^2026-02-0[234]T\d\d:05:06Z$/);
    expect(shown.chat.host.called('prompt.answer')).toEqual([
      answerTo(shown, { kind: 'submitForm', entries: [...entries, at ?? '', 'one\ntwo'] }),
    ]);
    expect(shown.chat.host.called('prompt.check')).toHaveLength(1);
  });

  it('has boxes that keep their border after a click', async () => {
    const { card, chat } = await showRequest(open, form, {}, { theme: 'hcDark' });
    await chat.page.evaluate(() => {
      // A part of the style sheet that VS Code gives to each page.
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('@layer vscode-default { input:focus { outline: 1px solid #101010; } }');
      document.adoptedStyleSheets = [sheet];
    });
    const box = card.getByRole('checkbox', { name: 'Small' });
    const outline = () => box.evaluate(input => getComputedStyle(input).outlineStyle);
    await box.click();
    expect(await box.evaluate(input => input === document.activeElement)).toBe(true);
    expect(await outline()).toBe('none');
    await chat.page.keyboard.press('Shift+Tab');
    await chat.page.keyboard.press('Tab');
    expect(await outline()).toBe('solid');
  });

  it('names what is wrong at each field, and goes to the first of them', async () => {
    const shown = await showRequest(open, form);
    const { card, chat } = shown;
    await card.getByRole('textbox', { name: 'Age' }).fill('17');
    await card.getByRole('button', { name: 'Submit' }).click();
    const mail = card.getByRole('textbox', { name: 'Mail' });
    await card.getByRole('alert').getByText('3 fields need a change.').waitFor();
    expect(await mail.evaluate(control => control === document.activeElement)).toBe(true);
    const described = await mail.evaluate(control =>
      (control.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map(id => document.getElementById(id)?.textContent),
    );
    expect(described).toEqual(['For the receipt', 'Email address', 'Fill in this field.']);
    expect(await mail.getAttribute('aria-invalid')).toBe('true');
    // A field that was wrong is checked with every change.
    await mail.fill('ada');
    await card.getByText('Enter an email address, such as name@example.com.').waitFor();
    await mail.fill('ada@example.com');
    await card.getByRole('alert').getByText('2 fields need a change.').waitFor();
    expect(await mail.getAttribute('aria-invalid')).toBe('false');
    expect(chat.host.called('prompt.check')).toEqual([]);
    expect(chat.host.called('prompt.answer')).toEqual([]);
  });

  testInFull('shows what only the host finds wrong', async () => {
    const [mail] = fields;
    const shown = await showRequest(open, { mode: 'form', fields: mail ? [mail] : [] });
    const { card, chat } = shown;
    chat.host.answers['prompt.check'] = () => ['The server expects another form: ^x'];
    await card.getByRole('textbox', { name: 'Mail' }).fill('ada@example.com');
    await card.getByRole('button', { name: 'Submit' }).click();
    await card.getByText('The server expects another form: ^x').waitFor();
    expect(chat.host.called('prompt.answer')).toEqual([]);
    chat.host.answers['prompt.check'] = () => [null];
    await card.getByRole('textbox', { name: 'Mail' }).fill('x@example.com');
    await card.getByRole('button', { name: 'Submit' }).click();
    expect(await answered(shown)).toEqual(
      answerTo(shown, { kind: 'submitForm', entries: ['x@example.com'] }),
    );
  });

  it('does not take half of a date', async () => {
    const [day] = fields.filter(({ name }) => name === 'day');
    const shown = await showRequest(open, { mode: 'form', fields: day ? [day] : [] });
    const { card, chat } = shown;
    await card.getByLabel('Day').focus();
    await chat.page.keyboard.type('02');
    await card.getByRole('button', { name: 'Submit' }).click();
    await card.getByText('Enter the whole date.').waitFor();
    expect(chat.host.called('prompt.answer')).toEqual([]);
  });

  it('is filled in and submitted by keyboard alone', async () => {
    const shown = await showRequest(open, { mode: 'form', fields: fields.slice(0, 4) });
    const { page: tab } = shown.chat;
    await shown.card.focus();
    await tab.keyboard.press('Tab');
    await tab.keyboard.type('ada@example.com');
    await tab.keyboard.press('Tab');
    await tab.keyboard.press('Tab');
    await tab.keyboard.press('Space');
    await tab.keyboard.press('Tab');
    await tab.keyboard.type('L');
    await shown.card.getByRole('textbox', { name: 'Mail' }).focus();
    await tab.keyboard.press('Enter');
    expect(await answered(shown)).toEqual(
      answerTo(shown, {
        kind: 'submitForm',
        entries: ['ada@example.com', null, false, 'l'],
      }),
    );
  });

  testInFull(
    'can be declined and cancelled, by button or Escape, which does not stop the turn',
    async () => {
      const shown = await showRequest(open, form);
      const { chat } = shown;
      const { keyboard } = chat.page;
      const ways = [
        ['Decline', 'declineInput', 'Declined', 'Enter'],
        ['Cancel', 'cancelInput', 'Canceled', 'Enter'],
        ['Submit', 'cancelInput', 'Canceled', 'Escape'],
      ] as const;
      let { prompt, card } = shown;
      for (const [index, [button, kind, outcome, key]] of ways.entries()) {
        await card.getByRole('button', { name: button }).focus();
        await keyboard.press(key);
        expect(await chat.host.waitFor('prompt.answer', index + 1)).toEqual(
          answerTo({ chat, prompt, card }, { kind }),
        );
        await card.getByText(outcome).waitFor();
        expect(await card.getByRole('textbox').count()).toBe(0);
        ({ prompt, card } = await another(chat, form));
      }
      expect(chat.host.called('agent.stop')).toEqual([]);
    },
  );

  testInFull('keeps what was entered when the page is loaded again', async () => {
    const shown = await showRequest(open, form);
    await shown.card.getByRole('textbox', { name: 'Mail' }).fill('ada@example.com');
    await shown.card.getByRole('checkbox', { name: 'Very important' }).uncheck();
    for (;;) {
      const saved = shown.chat.host.called('view.save').at(-1)?.view.promptDrafts?.[0];
      if (saved?.entries?.[2] === false) break;
      await shown.chat.host.waitFor('view.save', shown.chat.host.called('view.save').length + 1);
    }
    await shown.chat.reload();
    const mail = shown.card.getByRole('textbox', { name: 'Mail' });
    expect(await mail.inputValue()).toBe('ada@example.com');
    expect(await shown.card.getByRole('checkbox', { name: 'Very important' }).isChecked()).toBe(
      false,
    );
  });

  it('cannot be submitted or opened if it cannot be shown, and says why', async () => {
    const shown = await showRequest(open, {
      ...{ mode: 'form', fields: [], leftOut: ['colour'] },
      obstacle: { kind: 'unknownFields', names: ['__proto__', 'nested'] },
    });
    const text = await shown.card.innerText();
    expect(text).toContain('The form needs fields that cannot be shown: __proto__, nested.');
    expect(text).toContain('left empty: colour');
    const buttons = shown.card.getByRole('button');
    expect(await buttons.allInnerTexts()).toEqual(['Decline', 'Cancel']);
    const script = { mode: 'page', url: 'javascript:alert(1)', warnings: [] } as const;
    const { card } = await another(shown.chat, script);
    expect(await card.innerText()).toContain('Only pages of the web (http, https)');
    expect(await card.getByRole('button').allInnerTexts()).toEqual(['Decline', 'Cancel']);
  });

  it('shows texts of the server as they are: no Markdown, no links, nothing invisible', async () => {
    const nasty = '**bold** <img src=x onerror=alert(1)> [a](https://evil.example) \u202egpj.exe';
    const shown = await showRequest(
      open,
      {
        mode: 'form',
        fields: [
          { kind: 'text', name: 'a', title: nasty, description: nasty, isRequired: false },
          {
            ...{ kind: 'choice', name: 'b', title: 'B', isRequired: false },
            options: [{ value: 'x', label: nasty }],
          },
        ],
      },
      { server: nasty, message: nasty },
    );
    const { card } = shown;
    expect(await card.locator('a, img, strong, em').count()).toBe(0);
    const texts = await card.evaluate(element => element.textContent ?? '');
    expect(texts).not.toContain('\u202e');
    expect(texts.match(/U\+202E/g)?.length).toBeGreaterThanOrEqual(5);
    expect(await card.getAttribute('aria-label')).toContain('U+202E');
  });

  it.each(themeRows('hcLight'))('has no serious accessibility faults (%s)', async theme => {
    const shown = await showRequest(open, form, {}, { theme });
    await shown.card.getByRole('button', { name: 'Submit' }).click();
    await shown.card
      .getByRole('alert')
      .getByText(/need a change/)
      .waitFor();
    expect(await axeFindings(shown.chat.page)).toEqual([]);
  });
});
