import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import {
  takesRules,
  withReadLayer,
  withSessionRules,
} from '../../../../src/cli/launch/sessionRules';

const grants = { rules: ['Bash(node -e "f(1, 2)")', 'WebFetch'], directories: ['/b'] };
const allow = ['Bash(node -e "f\\(1, 2\\)")', 'WebFetch'];

it('adds rules to the settings layer, escaping parentheses in commands', () => {
  expect(withSessionRules({ 'tandem.additionalDirectories': ['/a', '/b'] }, grants)).toEqual({
    'tandem.additionalDirectories': ['/a', '/b'],
    'tandem.cli.settings': { permissions: { allow } },
  });
});

it.each([
  { outputStyle: 'x', permissions: { allow: ['Read'], deny: ['WebSearch'] } },
  '{"outputStyle":"x","permissions":{"allow":["Read"],"deny":["WebSearch"]}}',
])("preserves the user's own settings layer", settings => {
  expect(withSessionRules({ 'tandem.cli.settings': settings }, grants)).toMatchObject({
    'tandem.cli.settings': {
      outputStyle: 'x',
      permissions: { allow: ['Read', ...allow], deny: ['WebSearch'] },
    },
  });
});

it("forgets the rules where the user's settings file cannot take them", () => {
  const settings = {
    'tandem.cli.settings': '/home/me/settings.json',
    'tandem.permissions.allowedTools': ['Read'],
  };
  expect(takesRules(settings)).toBe(false);
  expect(withSessionRules(settings, grants)).toEqual({
    ...settings,
    'tandem.additionalDirectories': ['/b'],
  });
});

it('reads the settings file, so that the rules can be added to it', async () => {
  const settings = { 'tandem.cli.settings': ' more/settings.json' };
  const read = async (path: string) => {
    expect(path).toBe(resolve('/work', 'more/settings.json'));
    return '\uFEFF{"permissions":{"deny":["Read(//etc/**)"]}}';
  };
  const layered = await withReadLayer(settings, '/work', read);
  expect(withSessionRules(layered, grants)).toMatchObject({
    'tandem.cli.settings': { permissions: { allow, deny: ['Read(//etc/**)'] } },
  });
});

it.each([
  '{"permissions":{"deny":["Read(/private/**)"]}}',
  '{"permissions":{"allow":["Edit(!/src/**)"]}}',
  '{"sandbox":{"filesystem":{"denyRead":["x"]}}}',
  '{"permissions":',
  '[]',
])('leaves a file alone that means something else elsewhere: %s', async text => {
  const settings = { 'tandem.cli.settings': '/home/me/settings.json' };
  expect(await withReadLayer(settings, '/work', async () => text)).toBe(settings);
});

it('leaves a file alone that cannot be read', async () => {
  const settings = { 'tandem.cli.settings': '/gone.json' };
  const fail = () => Promise.reject(new Error('gone'));
  expect(await withReadLayer(settings, '/work', fail)).toBe(settings);
});
