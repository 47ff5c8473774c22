import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { silentLog } from '../../../../../src/base/log';
import type { ChannelId } from '../../../../../src/contract/ids';
import { listTasks } from '../../../../../src/host/agentTools/run/taskTools';
import { EditorTools } from '../../../../../src/host/agentTools/tool/editorTools';
import { repository, sourcesIn } from '../../../../support/sourceFiles';
import { FakeClock } from '../../../node/fakeClock';

it('listing tasks needs permission, as it starts the programs of task providers', () => {
  const tools = new EditorTools({
    table: [listTasks({ tasks: async () => [] })],
    version: '1',
    isEnabled: () => true,
    allowsReadOnly: () => true,
    readRules: () => ({ deny: async () => false }),
    clock: new FakeClock(),
    log: silentLog,
  });
  const place = { cwd: '/w', folders: [], channelId: 'c1' as ChannelId };
  expect(tools.forProcess(place)?.allowed).toEqual([]);
  expect(tools.offered(place).map(({ tool }) => tool.hints?.readOnlyHint)).toEqual([undefined]);
});

it('no tool that runs something, or reports what has run, passes for one that only reads', () => {
  const files = sourcesIn('src/host/agentTools/run');
  expect(files.length).toBeGreaterThan(15);
  const marked = files.filter(file =>
    /'readOnly'|readOnlyHint/.test(readFileSync(join(repository, file), 'utf8')),
  );
  expect(marked).toEqual([]);
});
