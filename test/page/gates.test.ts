import { describe, expect, it } from 'vitest';
import type { Gate, HostAction } from '../../src/contract/calls';
import { useChat } from './harness/useChat';

const open = useChat();

const gates: readonly { gate: Gate; says: string; offers: readonly [string, HostAction][] }[] = [
  {
    gate: { kind: 'untrusted' },
    says: 'Tandem starts no process of any kind',
    offers: [['Manage Trust', 'manageTrust']],
  },
  {
    gate: { kind: 'noFolder' },
    says: 'No folder is open',
    offers: [['Open Folder', 'openFolder']],
  },
  {
    gate: { kind: 'noCli', searched: ['/usr/bin/claude', '~/.local/bin'], message: 'None found.' },
    says: '/usr/bin/claude',
    offers: [
      ['Install', 'installCli'],
      ['Choose Path', 'choosePath'],
      ['Search Again', 'searchCliAgain'],
      ['Show Log', 'showLog'],
    ],
  },
];

describe('A closed gate', () => {
  it.each(gates)(
    'shows the reason and offers actions: $gate.kind',
    async ({ gate, says, offers }) => {
      const { page, host } = await open({
        prepare: scripted => {
          scripted.init = { ...scripted.init, gate };
        },
      });
      await page.getByText(says).waitFor();
      expect(await page.getByRole('textbox', { name: 'Message' }).count()).toBe(0);
      for (const [index, [name, action]] of offers.entries()) {
        await page.getByRole('button', { name, exact: true }).click();
        expect(await host.waitFor('host.act', index + 1)).toEqual({ action });
      }
      host.init = { ...host.init, gate: { kind: 'open' } };
      host.send('page.changed', host.pageInit());
      await page.getByRole('textbox', { name: 'Message' }).waitFor();
    },
  );
});
