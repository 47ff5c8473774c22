import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { testInFull } from '../support/inFull';
import { sampleRow } from './harness/sampleCalls';
import { comparisonOf, detailsOf } from './harness/sampleDetails';
import { recordingOn, type ScriptedInspector } from './harness/scriptedInspector';
import { useInspector } from './harness/useInspector';

const open = useInspector();
const at = (key: string) => (host: ScriptedInspector) => {
  host.show = { subject: 'shop', key };
};
const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const fact = (page: Page, name: string) =>
  page
    .locator('.facts > div')
    .filter({ has: page.locator(`dt:text-is("${name}")`) })
    .locator('dd');

describe('A call', () => {
  it('has its figures, ids, and what became of the cache', async () => {
    const { page } = await open({ prepare: at('call-24') });
    await region(page, /^Conversation/).waitFor();
    expect(await fact(page, 'Read from cache').innerText()).toBe('12,400');
    expect(await fact(page, 'Turn').innerText()).toBe('Turn 3');
    expect(await fact(page, 'Request ID').innerText()).toBe('req_011CU24');
    expect(await fact(page, 'Effort').innerText()).toBe('high');
    await page
      .getByText(
        /had to be written to the cache again. This part was added: Tool 4 · mcp__docs__search/,
      )
      .waitFor();
    expect(await page.locator('[data-key="call-24"]').getAttribute('aria-current')).toBe('true');
  });

  it('says what an error means', async () => {
    const { page } = await open({ prepare: at('call-25') });
    await page.getByText('The API is overloaded or failing. Claude Code tries again').waitFor();
    await region(page, /^Conversation/)
      .getByText('overloaded_error · 529')
      .waitFor();
  });

  it('has its request by section, with sizes, cache marks and texts', async () => {
    const { page } = await open({ prepare: at('call-24') });
    const request = region(page, 'Request');
    await request.waitFor();
    const names = await request.locator('.request-name').allInnerTexts();
    expect(names).toEqual([
      ...['Tools of Claude Code (8)', 'Tools of docs (2)', 'System prompt (2)'],
      ...['Reminders of Claude Code (1)', 'Messages (64)'],
    ]);
    await button(page, /^System prompt/).click();
    await request.getByText('Cached up to here (1 h)').waitFor();
    await button(page, /^Tools of docs/).click();
    await button(page, /^Tool 9 · mcp__docs__search/).click();
    const code = page.getByRole('group', { name: 'Tool 9 · mcp__docs__search' });
    await code.waitFor();
    expect(await code.innerText()).toContain('"list": [');
    // The highlighter loads late.
    await code.locator('.hl-string').first().waitFor();
    await button(page, /^Messages/).click();
    await button(page, 'Show Earlier (14)').click();
    await button(page, /^Message 1 · user/)
      .first()
      .click();
    await request.getByText('line 120 of the result').waitFor();
    expect(await request.getByText('line 300 of the result').count()).toBe(0);
    await button(page, 'Show All 300 Lines').click();
    await request.getByText('line 300 of the result').waitFor();
    await request.getByText('The rest of the text is not shown.').waitFor();
  });

  testInFull('has its response in time, as events and raw', async () => {
    const { page, host } = await open({ prepare: at('call-24') });
    const response = region(page, 'Response');
    await response.waitFor();
    const list = page.getByRole('list', { name: 'Events of the response' });
    expect(await list.getByRole('listitem').count()).toBe(8);
    await response.locator('svg path').first().waitFor();
    expect(await response.locator('svg path').count()).toBe(4);
    const asked: unknown[] = [];
    host.answers['inspector.part'] = ({ part }) => {
      asked.push(part);
      return { text: 'event: message_start', isJson: false, isCut: false };
    };
    await list.getByRole('button', { name: /content_block_delta × 46 · thinking/ }).click();
    await response.getByText('event: message_start').waitFor();
    await button(page, 'Raw response').click();
    await expect.poll(() => asked).toEqual([{ kind: 'event', index: 2 }, { kind: 'rawResponse' }]);
  });

  testInFull('draws thousands of events in few elements', async () => {
    const { page } = await open({
      prepare: host => {
        at('call-24')(host);
        host.answers['inspector.call'] = () => {
          const details = detailsOf(sampleRow(24));
          const [first] = details.response?.events ?? [];
          const events = Array.from({ length: 5_000 }, (_, index) => ({
            ...{ index, type: 'ping', from: index, to: index, count: 1, bytes: 10, preview: '' },
          }));
          expect(first).toBeDefined();
          return {
            ...details,
            response: { status: 200, headers: [], events, omitted: 12, isCut: true },
          };
        };
      },
    });
    await page.getByText('12 more events are not listed.').waitFor();
    await region(page, 'Response').locator('svg path').waitFor();
    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(2_000);
    await button(page, 'Show More (4,940)').click();
    expect(await region(page, 'Response').getByRole('listitem').count()).toBe(300);
  });

  it('acts: curl, replay, its turn, and the call before it', async () => {
    const { page, host } = await open({ prepare: at('call-24') });
    await button(page, 'Copy as curl').click();
    await button(page, 'Replay…').click();
    await button(page, 'Show Turn').click();
    await expect
      .poll(() => host.acts)
      .toEqual([
        { subject: 'shop', action: 'copyCurl', key: 'call-24' },
        { subject: 'shop', action: 'replay', key: 'call-24' },
        { subject: 'shop', action: 'showTurn', turn: 2, key: 'call-24' },
      ]);
    const compared: unknown[] = [];
    host.answers['inspector.compare'] = ({ one, other }) => {
      compared.push([one, other]);
      return comparisonOf(sampleRow(21), sampleRow(24));
    };
    await button(page, 'Compare with Previous').click();
    await region(page, 'Comparison').waitFor();
    // Calls of a subagent lie between the two.
    expect(compared).toEqual([['call-21', 'call-24']]);
  });

  testInFull('goes where the host says after a replay', async () => {
    const { page, host } = await open({ prepare: at('call-24') });
    host.answers['inspector.act'] = () => ({
      text: 'Sent again.',
      show: { subject: 'shop', key: 'call-26' },
    });
    await button(page, 'Replay…').click();
    await page.locator('[data-key="call-26"][aria-current]').waitFor();
    await page.getByText('Sent again.').waitFor();
  });

  testInFull('says that it was not recorded, and offers to record', async () => {
    const { page, host } = await open({
      prepare: one => {
        at('call-24')(one);
        one.rows = one.rows.map(row => ({ ...row, hasBodies: false }));
        const { scope: _, ...rest } = recordingOn;
        one.recording = rest;
      },
    });
    await page.getByText('Request and response of this call were not recorded.').waitFor();
    expect(await button(page, 'Copy as curl').count()).toBe(0);
    await button(page, 'Record This Conversation').click();
    await expect.poll(() => host.acts[0]?.action).toBe('recordConversation');
  });

  testInFull('is read again until it has ended', async () => {
    const running = { ...sampleRow(24), isInFlight: true, hasBodies: false };
    const { page, host } = await open({
      prepare: one => {
        at('call-24')(one);
        one.rows = one.rows.map(row => (row.key === 'call-24' ? running : row));
      },
    });
    await page.getByText('are shown when the call has ended').waitFor();
    host.rows = host.rows.map(row => (row.key === 'call-24' ? sampleRow(24) : row));
    host.send('inspector.changed', { subject: 'shop' });
    await region(page, 'Response').waitFor();
  });

  it('says why it cannot be read', async () => {
    const { page } = await open({ prepare: at('call-999') });
    await page.getByRole('alert').getByText('This call is no longer there.').waitFor();
  });
});

describe('A comparison', () => {
  it('has both calls, the prefix in common, options, and changes with their texts', async () => {
    const { page, host } = await open({ prepare: at('call-24') });
    await button(page, 'Compare with Previous').click();
    const compare = region(page, 'Comparison');
    await compare
      .getByText(/About 8,120 tokens from the beginning are the same \(19% of B\)/)
      .waitFor();
    const options = compare.getByRole('region', { name: 'Options that differ' });
    expect(await options.getByRole('row').allInnerTexts()).toEqual([
      'Option\tA\tB',
      'thinking\t{"type":"disabled"}\t{"type":"adaptive"}',
      'context_management\tabsent\t{"edits":[]}',
    ]);
    await compare.getByText('The first difference decides').waitFor();
    const parts = compare.getByRole('region', { name: 'Parts that differ' });
    expect(await parts.locator('.change-how').allInnerTexts()).toEqual(
      ['Added', 'Changed', 'Moved', 'Removed'].map(text => expect.stringContaining(text)),
    );
    await parts.getByRole('button', { name: /Changed System prompt 2/ }).click();
    await parts.getByText('From character 1,205 on').waitFor();
    const changes = parts.getByRole('group', { name: 'Changes: 1 line added, 1 line removed' });
    expect(await changes.innerText()).toContain('Today is 2026-03-03.');
    const swapped: unknown[] = [];
    host.answers['inspector.compare'] = ({ one, other }) => {
      swapped.push([one, other]);
      return comparisonOf(sampleRow(24), sampleRow(21));
    };
    await button(page, 'Swap the Calls').click();
    await expect.poll(() => swapped).toEqual([['call-24', 'call-21']]);
    await page.keyboard.press('Escape');
    await page.getByRole('grid').waitFor();
  });

  it('says what to do when a call was not recorded', async () => {
    const { page } = await open({
      prepare: host => {
        at('call-24')(host);
        host.answers['inspector.compare'] = () =>
          Promise.reject(new Error('Call B was not recorded. Record calls to compare them.'));
      },
    });
    await button(page, 'Compare with Previous').click();
    await page.getByText('Record calls to compare them.').waitFor();
  });
});
