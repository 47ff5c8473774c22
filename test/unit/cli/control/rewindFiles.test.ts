import { expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/base/json';
import { silentLog } from '../../../../src/base/log';
import { ControlClient } from '../../../../src/cli/control/controlClient';
import { ControlSupport } from '../../../../src/cli/control/controlSupport';
import { rewindFiles } from '../../../../src/cli/control/rewindFiles';
import type { MessageId } from '../../../../src/contract/ids';
import { FakeClock } from '../../node/fakeClock';

it('says of a version that knows no such request that it cannot put files back', async () => {
  const written: JsonObject[] = [];
  const client = new ControlClient({
    write: async frame => void written.push(frame),
    handlers: {
      can_use_tool: async () => ({}),
      hook_callback: async () => ({}),
      mcp_message: async () => ({}),
      elicitation: async () => ({}),
    },
    support: new ControlSupport('2.0.36'),
    clock: new FakeClock(),
    log: silentLog,
  });
  await expect(rewindFiles(client, 'm1' as MessageId, true)).rejects.toMatchObject({
    code: 'rewind.unsupported',
  });
  expect(written).toEqual([]);
});
