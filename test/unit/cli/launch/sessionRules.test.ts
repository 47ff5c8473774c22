import { expect, it } from 'vitest';
import { withSessionRules } from '../../../../src/cli/launch/sessionRules';

const grants = { rules: ['Bash(node -e "f(1, 2)")', 'WebFetch'], directories: ['/b'] };
const allow = ['Bash(node -e "f\\(1, 2\\)")', 'WebFetch'];

it('passes rules in the settings layer, where a command may hold commas and parentheses', () => {
  expect(withSessionRules({ 'tandem.additionalDirectories': ['/a', '/b'] }, grants)).toEqual({
    'tandem.additionalDirectories': ['/a', '/b'],
    'tandem.cli.settings': { permissions: { allow } },
  });
});

it.each([
  { outputStyle: 'x', permissions: { allow: ['Read'], deny: ['WebSearch'] } },
  '{"outputStyle":"x","permissions":{"allow":["Read"],"deny":["WebSearch"]}}',
])("keeps the user's own layer", settings => {
  expect(withSessionRules({ 'tandem.cli.settings': settings }, grants)).toMatchObject({
    'tandem.cli.settings': {
      outputStyle: 'x',
      permissions: { allow: ['Read', ...allow], deny: ['WebSearch'] },
    },
  });
});

it("leaves a file of the user's in its place and passes the rules as a flag", () => {
  const settings = {
    'tandem.cli.settings': '/home/me/settings.json',
    'tandem.permissions.allowedTools': ['Read'],
  };
  expect(withSessionRules(settings, grants)).toMatchObject({
    'tandem.cli.settings': '/home/me/settings.json',
    'tandem.permissions.allowedTools': ['Read', ...grants.rules],
  });
});
