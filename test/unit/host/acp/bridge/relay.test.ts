import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build, stop } from 'esbuild';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { tokenVariable, urlVariable } from '../../../../../src/host/acp/bridge/relayVariables';
import { type BridgeBed, bridgeBed } from '../../../../support/acp/bridgeBed';

let folder: string;
let bed: BridgeBed;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'relay-'));
  await build({
    entryPoints: [join(import.meta.dirname, '../../../../../src/host/acp/bridge/relay.ts')],
    outfile: join(folder, 'relay.cjs'),
    ...{ bundle: true, platform: 'node', format: 'cjs' },
  });
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await stop();
});
beforeEach(async () => {
  bed = await bridgeBed();
});
afterEach(() => bed.close());

/** Starts the relay. `ask` sends a line, and returns the next line of the answer. */
function relay(token = bed.access.token) {
  const env = { [urlVariable]: bed.access.url, [tokenVariable]: token };
  const child = spawn(process.execPath, [join(folder, 'relay.cjs')], { env });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (message: unknown) => {
    child.stdin.write(`${JSON.stringify(message)}\n`);
    return JSON.parse((await lines.next()).value);
  };
  return { child, ask, exited: once(child, 'exit') };
}

const initialize = { jsonrpc: '2.0', id: 0, method: 'initialize', params: {} };
const echo = { name: 'echo', arguments: { text: 'a\nä' } };

it('passes messages and answers between stdio and the bridge, and ends with its input', async () => {
  const { child, ask, exited } = relay();
  expect(await ask(initialize)).toMatchObject({
    id: 0,
    result: { serverInfo: { name: 'tandem' } },
  });
  child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n\n');
  const answer = await ask({ jsonrpc: '2.0', id: 'x', method: 'tools/call', params: echo });
  expect(answer).toMatchObject({ id: 'x', result: { content: [{ text: 'a\nä' }] } });
  child.stdin.end();
  expect(await exited).toEqual([0, null]);
});

it('answers in words when the editor refuses it, or is gone', async () => {
  const { child, ask, exited } = relay('wrong');
  expect(await ask(initialize)).toMatchObject({
    ...{ id: 0, error: { message: expect.stringContaining('does not offer its tools') } },
  });
  bed.close();
  expect(await ask({ ...initialize, id: 1 })).toMatchObject({
    ...{ id: 1, error: { message: expect.stringContaining('cannot be reached') } },
  });
  child.stdin.end();
  await exited;
});
