import { expect, it } from 'vitest';
import { withSessionRules } from '../../../../src/cli/launch/sessionRules';

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

it("keeps the user's settings file and passes the rules as a flag", () => {
  const settings = {
    'tandem.cli.settings': '/home/me/settings.json',
    'tandem.permissions.allowedTools': ['Read'],
  };
  expect(withSessionRules(settings, grants)).toMatchObject({
    'tandem.cli.settings': '/home/me/settings.json',
    'tandem.permissions.allowedTools': ['Read', ...grants.rules],
  });
});
