import { describe, expect, it } from 'vitest';
import { axeFindings } from './harness/axeFindings';
import { arrived } from './harness/reports';
import { showcase } from './harness/showcase';
import { endTurn, opened, permissionFor, say, startTurn } from './harness/story';
import { themeRows } from './harness/themeRows';
import { useChat } from './harness/useChat';

const open = useChat();
describe.each(themeRows('dark'))('The page in the theme %s', theme => {
  it('has no accessibility finding in a conversation', async () => {
    const { page, host } = await open({ theme, height: 1400 });
    host.emit(...showcase);
    await page.getByRole('list', { name: 'Queued messages' }).waitFor();
    await page.getByRole('button', { name: 'Thought for 4 s' }).click();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: /^Permission mode:/ }).click();
    await page.getByRole('listbox').waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it('has no accessibility finding when it is empty, lost or gated', async () => {
    const { page, host } = await open({ theme });
    host.emit(...arrived);
    await page.getByRole('button', { name: /effort/ }).click();
    await page.getByRole('listbox', { name: 'Effort' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await axeFindings(page)).toEqual([]);
    host.emit({
      type: 'agent.changed',
      agent: { phase: 'lost', detail: 'It ended.', stderr: 'boom', actions: ['resume'] },
    });
    await page.getByText('Last output of the process').click();
    expect(await axeFindings(page)).toEqual([]);
    host.send('page.changed', {
      ...host.init,
      gate: { kind: 'noCli', searched: ['/usr/bin'], message: 'None.' },
    });
    await page.getByText('Install Claude Code').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const hook = { kind: 'hook', file: 'a.json', name: 'Stop', text: 'npm\u202e test' } as const;
    host.send('page.changed', {
      ...host.init,
      gate: { kind: 'programs', cwd: '/project', hash: 'one', programs: [hook] },
    });
    await page.getByRole('list', { name: 'Programs' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });
});

describe('The layout', () => {
  it.each([260, 1400])('does not scroll horizontally at a width of %i px', async width => {
    const { page, host } = await open({ width });
    host.emit(...showcase);
    await page.getByRole('list', { name: 'Queued messages' }).waitFor();
    const overflow = await page.evaluate(() => {
      const root = document.documentElement;
      const log = document.querySelector('[role=log]');
      return [
        root.scrollWidth - root.clientWidth,
        (log?.scrollWidth ?? 0) - (log?.clientWidth ?? 0),
      ];
    });
    expect(overflow).toEqual([0, 0]);
  });
});

describe('The keyboard', () => {
  it('suffices to write, pick a mode, answer, stop and retry', async () => {
    const { page, host } = await open();
    const focusByTab = async (name: RegExp, key = 'Tab') => {
      for (let step = 0; step < 40; step++) {
        const label = await page.evaluate(
          () =>
            document.activeElement?.getAttribute('aria-label') ??
            document.activeElement?.textContent ??
            '',
        );
        if (name.test(label)) {
          return;
        }
        await page.keyboard.press(key);
      }
      throw new Error(`The focus did not reach ${name}`);
    };
    host.emit(...arrived);
    await page.getByRole('button', { name: /effort/ }).waitFor();
    await focusByTab(/^Message$/);
    await page.keyboard.type('Add a flag');
    await focusByTab(/^Permission mode:/);
    await page.keyboard.press('Enter');
    await page.keyboard.press('p');
    await page.keyboard.press('Enter');
    await host.waitFor('mode.set');
    await focusByTab(/^Send$/);
    await page.keyboard.press('Enter');
    expect(await host.waitFor('message.send')).toMatchObject({ text: 'Add a flag' });
    host.emit(...startTurn('1', 'Add a flag'), ...say('b', 'I need to run something.'));
    host.emit(...opened(permissionFor('p1', 'npm test')));
    await focusByTab(/^Message$/);
    await page.keyboard.press('Control+ArrowUp');
    await focusByTab(/^Allow Once/);
    // A new card does not accept answers yet.
    await expect
      .poll(async () => {
        await page.keyboard.press('Enter');
        return host.called('prompt.answer').length;
      })
      .toBe(1);
    expect(await host.waitFor('prompt.answer')).toMatchObject({ answer: { kind: 'allowOnce' } });
    await focusByTab(/^Message$/);
    await page.keyboard.press('Escape');
    await host.waitFor('agent.stop');
    host.emit(...endTurn({ kind: 'interrupted' }));
    await page.getByRole('button', { name: 'Retry' }).waitFor();
    await focusByTab(/^Retry$/, 'Shift+Tab').catch(() => focusByTab(/^Retry$/));
    await page.keyboard.press('Enter');
    await host.waitFor('turn.retry');
  });
});
