import type { InspectorLink, InspectorTab } from '../../../../src/contract/inspector/inspector';
import { rowInFlight, sampleRows } from '../../harness/sampleCalls';
import { atRules, button, usual } from '../../harness/sampleSections';
import { atUsage } from '../../harness/sampleUsage';
import type { StateOf } from '../picture';

const claudeCode = { entry: 'sections', group: 'The tab Claude Code' } as const;

const sections: readonly StateOf<'sections'>[] = [
  {
    ...{ ...claudeCode, name: 'section-servers', prepare: usual },
    show: page => page.getByText('docs-server').waitFor(),
  },
  {
    ...{ ...claudeCode, name: 'section-form', prepare: usual },
    show: async page => {
      await button(page, 'Add Server: MCP servers').click();
      await page.getByRole('textbox', { name: 'Command' }).waitFor();
    },
  },
  {
    ...{ ...claudeCode, name: 'section-permissions', prepare: atRules },
    show: page => page.getByText('Bash(ls)').first().waitFor(),
  },
  {
    ...{ ...claudeCode, name: 'section-usage', prepare: atUsage },
    show: page => page.locator('rect').first().waitFor(),
  },
];

function inspector(
  name: string,
  link: Omit<InspectorLink, 'subject'>,
  show: StateOf<'inspector'>['show'],
): StateOf<'inspector'> {
  return {
    ...{ entry: 'inspector', group: 'Inspector', name: `inspector-${name}`, show },
    prepare: host => {
      host.rows = [...sampleRows(60), rowInFlight(60)];
      host.show = { subject: 'shop', ...link };
    },
  };
}

const tab = (name: InspectorTab): StateOf<'inspector'> =>
  inspector(name, { tab: name }, async page => {
    await page.getByRole('tabpanel').locator('h2, h3, [data-key]').first().waitFor();
    if (name === 'charts') await page.locator('rect').first().waitFor();
    const spans = page.getByRole('group', { name: 'Spans of the turn' });
    if (name === 'timeline') await spans.getByRole('button').first().waitFor();
  });

const calls: readonly StateOf<'inspector'>[] = [
  inspector('calls', {}, page => page.locator('[data-key="call-59"]').waitFor()),
  inspector('call', { key: 'call-24' }, async page => {
    await page.getByRole('region', { name: 'Request' }).waitFor();
  }),
  inspector('comparison', { key: 'call-24' }, async page => {
    await page.getByRole('button', { name: 'Compare with Previous' }).click();
    await page.getByRole('region', { name: 'Parts that differ' }).waitFor();
  }),
  tab('timeline'),
  tab('charts'),
  tab('findings'),
];

/** Pages in editor tabs. */
export const tabStates = [...sections, ...calls];
