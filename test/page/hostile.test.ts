import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { HostCalls } from '../../src/contract/calls';
import { rowsOf } from '../support/extent';
import { hostileMarkdown } from '../support/fixtures/hostileMarkdown';
import { show } from './harness/recorded';
import { useChat } from './harness/useChat';
import { everywhere, hostileAddresses, inTurn, longText, type Texts } from './hostilePlaces';

const open = useChat();

/** Calls that the page makes on its own; the empty conversation's question may still be under way. */
const quiet: ReadonlySet<keyof HostCalls> = new Set<keyof HostCalls>([
  'page.ready',
  'page.started',
  'page.focused',
  'page.focusChanged',
  'prompt.seen',
  'conversation.snapshot',
  'conversation.earlier',
  'conversation.last',
  'draft.save',
  'view.save',
]);
const elements = new Set(
  (
    'main div p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote q hr strong em del code kbd pre br ' +
    'span header footer section article time input button table thead tbody tr th td img textarea ' +
    'select option label fieldset legend meter details summary'
  ).split(' '),
);
const handlerOrAddress = /^(?:on.*|href|xlink:href|srcdoc|action|formaction|data|ping|background)$/;
const vectors = [...hostileMarkdown, ...hostileAddresses];
const classes = [...new Set(vectors.map(vector => vector.class))];
const isBurden = ({ text }: { text: string }) => text.length > longText;

interface Conversation {
  readonly name: string;
  readonly texts: Texts;
  readonly isBurden: boolean;
}

/** Makes conversations with a different text in each place, shifted per conversation. */
function mixed(
  name: string,
  from: readonly { text: string }[],
  starts: readonly number[],
): readonly [name: string, readonly Conversation[]] {
  const texts = from.map(({ text }) => text);
  const burden = from.some(isBurden);
  return [
    name,
    starts.map(start => ({
      ...{ name: `${name} from ${start}`, isBurden: burden },
      texts: inTurn(texts, start),
    })),
  ];
}

const story = [
  mixed(
    'all short texts',
    vectors.filter(vector => !isBurden(vector)),
    [0, 31, 62],
  ),
  mixed('addresses', hostileAddresses, [0, 5]),
  mixed('all long texts', vectors.filter(isBurden), [0]),
];
/** Conversations with the same text in every place. */
const alone = classes.map(
  kind =>
    [
      kind,
      vectors
        .filter(vector => vector.class === kind)
        .map(vector => ({
          ...{ name: vector.name, isBurden: isBurden(vector) },
          texts: () => vector.text,
        })),
    ] as const,
);

/** Expands everything that can be expanded and lists the page's elements and attributes. */
async function unfoldAndList(page: Page) {
  await page.locator('.prompt').first().waitFor();
  for (let round = 0; round < 4; round++) {
    const folded = 'button[aria-expanded=false]:not([aria-haspopup])';
    const wasFolded = await page.evaluate(selector => {
      const buttons = [...document.querySelectorAll<HTMLElement>(`[role=log] ${selector}`)];
      for (const button of buttons) {
        button.click();
      }
      return buttons.length;
    }, folded);
    if (wasFolded === 0) {
      break;
    }
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  return page.evaluate(() => {
    const all = [...document.querySelectorAll('main, main *')];
    return {
      cards: document.querySelectorAll('.tool').length,
      elements: [...new Set(all.map(element => element.localName))],
      attributes: [...new Set(all.flatMap(element => element.getAttributeNames()))],
      styled: document.querySelectorAll('[role=log] [style]').length,
      sources: [...document.querySelectorAll('main [src]')].map(element =>
        element.getAttribute('src'),
      ),
    };
  });
}

describe('Text from a hostile source in every place of the page', () => {
  it.each(rowsOf(story, [...story, ...alone]))(
    'is displayed without side effects: %s',
    async (_, conversations) => {
      const chat = await open({ isOwn: true });
      const { page, host, faults, requests } = chat;
      const dialogs: string[] = [];
      const popups: string[] = [];
      page.on('dialog', dialog => {
        dialogs.push(dialog.message());
        void dialog.dismiss();
      });
      page.context().on('page', other => popups.push(other.url()));
      const address = page.url();

      for (const { name, texts, isBurden: burden } of conversations) {
        await show(chat, everywhere(texts, burden));
        const found = await unfoldAndList(page);
        expect(found.cards, name).toBeGreaterThan(4);
        expect(
          found.elements.filter(element => !elements.has(element)),
          name,
        ).toEqual([]);
        expect(
          found.attributes.filter(attribute => handlerOrAddress.test(attribute)),
          name,
        ).toEqual([]);
        expect(
          found.sources.filter(source => !source?.startsWith('data:image/png;')),
          name,
        ).toEqual([]);
        expect(found.styled, name).toBe(0);
        const unasked = host.calls.filter(call => !quiet.has(call.method));
        expect(unasked, name).toEqual([]);

        const links = await page.evaluate(() => {
          const all = [...document.querySelectorAll<HTMLElement>('[role=link]')];
          for (const link of all) {
            link.click();
            link.dispatchEvent(new MouseEvent('auxclick', { button: 1, bubbles: true }));
          }
          return all.length;
        });
        const asked = () =>
          host.calls.filter(call => !quiet.has(call.method)).map(call => call.method);
        await expect.poll(() => asked().length, { message: name }).toBe(links);
        expect(asked().filter(method => !/^(?:link|file)\.open$/.test(method))).toEqual([]);
        for (const { url } of host.called('link.open')) {
          expect(url, name).toMatch(/^(?:https?:\/\/[^/]|mailto:)/);
        }
        expect({ faults, requests, dialogs, popups, address: page.url() }, name).toEqual({
          ...{ faults: [], requests: [], dialogs: [], popups: [] },
          address,
        });
      }
    },
  );

  it('covers at least 50 vectors of 10 classes', () => {
    expect(vectors.length).toBeGreaterThanOrEqual(50);
    expect(classes.length).toBeGreaterThanOrEqual(10);
  });
});
