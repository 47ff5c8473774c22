import { expect, it } from 'vitest';
import { sandboxSection } from '../../../../../src/host/sections/sandbox/sandboxSection';
import { rowsOf, useSectionBed } from '../files/sectionBed';

const use = useSectionBed();
const section = () => sandboxSection(use.bed.files);

it('shows what the CLI says of the sandbox, and what is missing', async () => {
  const { bed } = use;
  bed.write(bed.project, {
    sandbox: { enabled: true, excludedCommands: ['docker'], filesystem: { allowWrite: ['/tmp'] } },
  });
  const place = bed.place({
    get_sandbox_dialog: {
      ...{ supported: true, enabled: false, enabled_in_settings: true, unsandboxed_fallback: true },
      dependencies: { errors: ['bubblewrap (bwrap) not installed'], warnings: [] },
    },
  });
  const content = await section().read(place);
  expect(bed.asked).toEqual(['get_sandbox_dialog']);
  expect(rowsOf(content, 'state')).toMatchObject([
    {
      id: 'enabled',
      detail: 'On in the settings, but not available: commands run without isolation',
      origin: { label: 'Project settings (shared)' },
      toggle: { isOn: true },
    },
    { id: 'autoAllow', toggle: { isOn: false } },
    { id: 'outside', toggle: { isOn: true } },
  ]);
  expect(content.notes).toEqual([{ text: 'bubblewrap (bwrap) not installed', tone: 'bad' }]);
  expect(rowsOf(content, 'excluded')).toMatchObject([{ title: 'docker' }]);
  expect(rowsOf(content, 'restrictions')).toMatchObject([
    { title: '/tmp', detail: 'May be written' },
  ]);
});

it('switches in the file that counts, else only for this user here', async () => {
  const { bed } = use;
  bed.write(bed.project, { sandbox: { enabled: true } });
  const off = await bed.act(section(), { row: 'enabled', action: 'switch' });
  await bed.act(section(), { row: 'autoAllow', action: 'switch' });
  expect(bed.json(bed.project)).toEqual({ sandbox: { enabled: false } });
  expect(bed.json(bed.local)).toEqual({ sandbox: { autoAllowBashIfSandboxed: true } });
  await off.undo?.();
  expect(bed.json(bed.project)).toEqual({ sandbox: { enabled: true } });
});

it('adds and removes excluded commands and domains', async () => {
  const { bed } = use;
  await bed.act(section(), { group: 'excluded', action: 'add', entries: ['docker *', 'user'] });
  await bed.act(section(), { group: 'domains', action: 'add', entries: ['*.x.com', 'user'] });
  expect(bed.json(bed.user)).toEqual({
    sandbox: { excludedCommands: ['docker *'], network: { allowedDomains: ['*.x.com'] } },
  });
  await bed.act(section(), { row: 'user/domains/*.x.com', action: 'remove' });
  expect(bed.json(bed.user)).toMatchObject({ sandbox: { network: { allowedDomains: [] } } });
  const entries = ['https://x.com/'];
  const bad = await bed.act(section(), { group: 'domains', action: 'add', entries });
  expect(bad.problems?.[0]).toContain('without a scheme');
});

it('switches nothing that an organization has decided', async () => {
  const { bed } = use;
  bed.write(`${bed.managed}/managed-settings.json`, { sandbox: { enabled: true } });
  const [row] = rowsOf(await section().read(bed.place()), 'state');
  expect(row).toMatchObject({ origin: { label: 'Managed settings' } });
  expect(row?.toggle).toBeUndefined();
  await expect(bed.act(section(), { row: 'enabled', action: 'switch' })).rejects.toMatchObject({
    code: 'settings.readOnly',
  });
});

it('does not turn back what another window has turned on', async () => {
  const { bed } = use;
  bed.write(bed.local, { sandbox: { enabled: true } });
  const request = { row: 'enabled', action: 'switch', wasOn: false };
  await expect(bed.act(section(), request)).rejects.toMatchObject({ code: 'row.gone' });
  expect(bed.json(bed.local)).toEqual({ sandbox: { enabled: true } });
  await bed.act(section(), { ...request, wasOn: true });
  expect(bed.json(bed.local)).toEqual({ sandbox: { enabled: false } });
});
