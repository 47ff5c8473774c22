import { expect, it } from 'vitest';
import type { Profile } from '../../../../src/host/account/profileSchema';
import { obstacleOf, obstacleText } from '../../../../src/host/gateway/obstacles';

const profile: Profile = { id: 'a', name: 'A', auth: 'apiKey', env: {} };
const other = { ANTHROPIC_BASE_URL: 'https://other.example' };
const own = { ANTHROPIC_BASE_URL: 'https://api.anthropic.com' };
const cloud = { CLAUDE_CODE_USE_VERTEX: '1' };
const files = (some: object = {}) => ({ organization: {}, others: {}, canPin: true, ...some });

it.each<[string, Parameters<typeof obstacleOf>, ReturnType<typeof obstacleOf>]>([
  ['nothing', [undefined, {}, files()], undefined],
  ['the usual address', [undefined, own, files({ others: own })], undefined],
  ['a variable', [undefined, other, files()], 'elsewhere'],
  ['a settings file', [undefined, {}, files({ others: other })], 'elsewhere'],
  ['a settings file, under a profile', [profile, other, files({ others: other })], undefined],
  ['an organization', [undefined, {}, files({ organization: other })], 'organization'],
  ['an organization, over a profile', [profile, {}, files({ organization: own })], 'organization'],
  ['a cloud in a variable', [undefined, cloud, files()], 'cloud'],
  ['a cloud in a settings file', [undefined, {}, files({ others: cloud })], 'cloud'],
  [
    'a cloud in a settings file, under a profile',
    [profile, cloud, files({ others: cloud })],
    undefined,
  ],
  ['a cloud of a profile', [{ ...profile, env: cloud }, {}, files()], 'cloud'],
  ['a cloud of an organization', [profile, {}, files({ organization: cloud })], 'cloud'],
  ['a newer cloud', [undefined, { CLAUDE_CODE_USE_MANTLE: ' 1 ' }, files()], 'cloud'],
  ['a cloud that is off', [undefined, { CLAUDE_CODE_USE_VERTEX: '0' }, files()], undefined],
  ['a layer in a file', [undefined, {}, files({ canPin: false })], 'layer'],
])('%s', (_, request, expected) => {
  const obstacle = obstacleOf(...request);
  expect(obstacle).toBe(expected);
  if (obstacle) expect(obstacleText(obstacle)).toMatch(/\.$/);
});
