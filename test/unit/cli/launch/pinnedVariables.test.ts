import { expect, it } from 'vitest';
import { withPinned } from '../../../../src/cli/launch/pinnedVariables';

const pinned = { ANTHROPIC_BASE_URL: 'https://gateway.example', ANTHROPIC_AUTH_TOKEN: '' };
const unread = () => Promise.reject(new Error('It may not be read.'));

it.each([
  ['nothing', undefined],
  ['an object', { env: { A: '1', ANTHROPIC_BASE_URL: 'https://other.example' }, model: 'opus' }],
  ['JSON', '{"env":{"A":"1","ANTHROPIC_BASE_URL":"https://other.example"},"model":"opus"}'],
])('goes over the variables of a settings layer that is %s', async (_what, layer) => {
  const settings = layer === undefined ? {} : { 'tandem.cli.settings': layer };
  const result = await withPinned(settings, pinned, '/w', unread);
  expect(result['tandem.cli.settings']).toEqual(
    layer === undefined ? { env: pinned } : { env: { A: '1', ...pinned }, model: 'opus' },
  );
});

it('takes the place of a file, with its content', async () => {
  const read = async (path: string) => (path === '/w/a.json' ? '{"model":"opus"}' : '');
  const result = await withPinned({ 'tandem.cli.settings': 'a.json' }, pinned, '/w', read);
  expect(result['tandem.cli.settings']).toEqual({ env: pinned, model: 'opus' });
});

it.each([
  ['cannot be read', unread],
  ['is broken', async () => '{'],
  ['has paths of its own', async () => '{"permissions":{"deny":["Read(/secret)"]}}'],
])('starts nothing with a file that %s', async (_why, read) => {
  const start = withPinned({ 'tandem.cli.settings': '/s.json' }, pinned, '/w', read);
  await expect(start).rejects.toMatchObject({ code: 'settings.layer' });
});

it('changes nothing where nothing is pinned', async () => {
  const settings = { 'tandem.cli.settings': '/s.json' };
  expect(await withPinned(settings, {}, '/w', unread)).toBe(settings);
});
