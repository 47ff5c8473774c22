import { expect, test } from 'vitest';
import { type ErrorCode, UserError } from '../../../../../src/base/errors';
import { actionsAfter } from '../../../../../src/core/conversation/agent/status';

const offers: readonly (readonly [ErrorCode, readonly string[]])[] = [
  ['cli.missing', ['installCli', 'choosePath']],
  ['cli.wrapper', ['openWrapperSetting', 'restart', 'showLog']],
  ['agent.missing', ['installCli', 'configureAgents', 'otherAgent']],
  ['agent.badCommand', ['configureAgents', 'otherAgent']],
  ['agent.unknown', ['configureAgents', 'otherAgent']],
  ['agent.signedOut', ['signIn', 'restart']],
  ['agent.version', ['restart', 'configureAgents', 'showLog']],
  ['agent.timeout', ['restart', 'configureAgents', 'showLog']],
  ['agent.ended', ['restart', 'showLog']],
];

test.each(offers)('after %s, the card offers what can be done about it', (code, actions) => {
  expect(actionsAfter(new UserError(code, 'It did not start.'))).toEqual(actions);
});
