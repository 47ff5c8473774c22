import { expect, it } from 'vitest';
import { connectionsBy } from '../../../../src/host/gateway/connections';

it('are its own, except where the editor would then leave out its proxy', () => {
  for (const support of ['override', 'fallback', 'off', undefined]) {
    expect(connectionsBy(support)?.https.options.keepAlive).toBe(true);
  }
  expect(connectionsBy('on')).toBeUndefined();
});
