import { afterAll, expect, it, vi } from 'vitest';
import type { SearchHit } from '../../../../src/cli/sessions/search/searchSessions';
import { foldAll } from '../../../support/storedConversation';
import { ended, sent, started, tool, toolId } from '../../transcript/events';

const silent = () => ({ dispose: () => undefined });
/** Messages of the editor. */
const told: string[] = [];

vi.doMock('vscode', () => ({
  l10n: { t: (text: string) => text },
  ProgressLocation: {},
  window: {
    showInformationMessage: async (text: string) => void told.push(text),
    withProgress: (_: unknown, task: (...args: unknown[]) => unknown) =>
      task({ report: () => undefined }, { onCancellationRequested: silent }),
  },
}));
// Files of one worker share modules: this one is loaded with the mock, and not left behind.
vi.resetModules();
const { HitReveal } = await import('../../../../src/host/sessions/hitReveal');
afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

it('leads to what was found in an open conversation, or says that it is not there', async () => {
  const conversation = foldAll([started('t1'), sent('m1'), tool('c1', 'done'), ended()]);
  const channel = { conversation, history: { loadEarlier: async () => false } };
  const revealed: unknown[] = [];
  const reveal = new HitReveal(
    { bySession: (id: string) => (id === 'open' ? channel : undefined) } as never,
    {
      showFound: (...shown: unknown[]) => void revealed.push(shown),
      revealItem: (...shown: unknown[]) => void revealed.push(shown),
    } as never,
  );
  const hit = { by: 'tool', excerpt: { text: 'see Bash.', start: 4, end: 8 } };
  const show = (more: object) => reveal.show({ ...hit, ...more } as SearchHit);
  await show({ id: 'open', toolId: toolId('c1') });
  const place = { key: 'c1', item: 1, turn: 0, group: expect.any(String), text: 'Bash' };
  expect(revealed).toEqual([[channel, place]]);
  // The conversation has only the beginning of a long output.
  const later = { text: 'much later', start: 0, end: 10 };
  await show({ id: 'open', toolId: toolId('c1'), excerpt: later });
  expect(revealed[1]).toEqual([channel, 'c1', expect.objectContaining({ turn: 0 })]);
  expect(told).toEqual([]);
  await show({ id: 'closed', toolId: toolId('c1') });
  await show({ id: 'open', toolId: toolId('gone') });
  expect(revealed).toHaveLength(2);
  expect(told).toEqual([expect.stringMatching(/^This place is not shown/)]);
});
