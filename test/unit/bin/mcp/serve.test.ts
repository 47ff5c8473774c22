import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { Deferred } from '../../../../src/base/deferred';
import { type ListedTool, serve } from '../../../../src/bin/mcp/serve';
import type { WindowLink } from '../../../../src/bin/mcp/windowLink';
import { textResult } from '../../../../src/terminalServer/mcp/tool';
import { FakeClock } from '../../node/fakeClock';

const tool: ListedTool = { name: 'wait', description: 'x'.repeat(20_000), inputSchema: {} };

function bed(call: WindowLink['call']) {
  const [input, output, clock] = [new PassThrough(), new PassThrough(), new FakeClock()];
  const link = { call, client: {} };
  const served = serve({ version: '1', tools: [tool], link, input, output, clock });
  const send = (id: number, method: string, params = {}) =>
    input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  return { input, output, clock, served, send };
}

it('cancels what still waits a moment after the agent has closed its end', async () => {
  const started = new Deferred<AbortSignal>();
  const { input, clock, served, send } = bed(async (_name, _input, signal) => {
    started.resolve(signal);
    await new Promise<void>(resolve => signal.addEventListener('abort', () => resolve()));
    return textResult('late');
  });
  send(1, 'tools/call', { name: 'wait' });
  const signal = await started.promise;
  input.end();
  await expect.poll(() => clock.waiting).toEqual([5_000]);
  expect(signal.aborted).toBe(false);
  clock.advance(5_000);
  await served;
  expect(signal.aborted).toBe(true);
});

it('reads no further for an agent that does not take its answers', async () => {
  const { input, output, served, send } = bed(async () => textResult(''));
  const chunk = 100;
  const round = () => {
    for (let id = 0; id < chunk; id += 1) {
      send(id, 'tools/list');
    }
    return new Promise<void>(resolve => setImmediate(resolve));
  };
  for (let rounds = 0; rounds < 40; rounds += 1) {
    await round();
  }
  expect(output.writableLength + output.readableLength).toBeLessThan(30 << 20);
  expect(input.readableLength + input.writableLength).toBeGreaterThan(0);
  output.resume();
  input.end();
  await served;
});
