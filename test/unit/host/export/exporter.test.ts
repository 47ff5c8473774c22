import { afterAll, expect, test, vi } from 'vitest';
import type { SessionId } from '../../../../src/contract/ids';
import { scriptedBed } from '../../../support/channels/scriptedAgents';

vi.mock('vscode', () => ({
  l10n: { t: (text: string) => text },
  ProgressLocation: {},
  window: {},
}));
vi.resetModules();
const { Exporter } = await import('../../../../src/host/export/exporter');
afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

test('an empty conversation has nothing to export, and no file is asked for', async () => {
  const { channel } = scriptedBed();
  const exporter = new Exporter({
    channel: () => channel,
    agentOf: async () => undefined,
  } as never);
  const target = { id: 's' as SessionId, cwd: '/work' };
  const refused = { code: 'session.empty' };
  await expect(exporter.markdown(target)).rejects.toMatchObject(refused);
  await expect(exporter.json(target)).rejects.toMatchObject(refused);
  channel.dispose();
});
