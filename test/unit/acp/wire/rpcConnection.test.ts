import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { RpcConnection } from '../../../../src/acp/wire/rpcConnection';
import { RpcError } from '../../../../src/acp/wire/rpcError';
import type { JsonObject } from '../../../../src/base/json';
import { silentLog } from '../../../../src/base/log';

let written: JsonObject[];
let heard: string[];
let answer: (method: string, signal: AbortSignal) => Promise<unknown>;
let rpc: RpcConnection;

beforeEach(async () => {
  written = [];
  heard = [];
  answer = async method => ({ to: method });
  rpc = new RpcConnection(
    async message => {
      written.push(message);
    },
    {
      onNotification: method => heard.push(method),
      onRequest: (method, _params, signal) => answer(method, signal),
      onNoise: what => heard.push(`noise: ${what}`),
    },
    silentLog,
  );
  await rpc.open();
});

async function settled(): Promise<void> {
  await rpc.settled();
  await setImmediate();
}

describe('RpcConnection', () => {
  it('keeps the order of notifications and answers', async () => {
    const asked = rpc.request('ask', {}).then(() => heard.push('answer'));
    await setImmediate();
    rpc.onLine('{"method":"before"}');
    rpc.onLine('{"id":0,"result":{}}');
    rpc.onLine('{"method":"after"}');
    await asked;
    await settled();
    expect(heard).toEqual(['before', 'answer', 'after']);
  });

  it('reads a line that arrives right after the last one', async () => {
    rpc.onLine('{"method":"one"}');
    rpc.onLine('{"method":"two"}');
    await settled();
    rpc.onLine('{"method":"three"}');
    await settled();
    expect(heard).toEqual(['one', 'two', 'three']);
  });

  it('passes on errors of the agent, whatever their code is', async () => {
    const asked = rpc.request('ask', {});
    await setImmediate();
    rpc.onLine('{"id":0,"error":{"code":"ENOENT","message":"gone"}}');
    await expect(asked).rejects.toMatchObject({ code: -32603, message: 'gone' });
    const again = rpc.request('ask', {});
    await setImmediate();
    rpc.onLine('{"id":1,"error":{"code":-32000,"message":"sign in","data":{"a":1}}}');
    await expect(again).rejects.toMatchObject({ code: -32000, data: { a: 1 } });
  });

  it('answers requests, and errors as such', async () => {
    rpc.onLine('{"id":7,"method":"read"}');
    await settled();
    answer = async () => {
      throw new RpcError(-32002, 'no file');
    };
    rpc.onLine('{"id":"x","method":"read"}');
    await settled();
    answer = async () => {
      throw new Error('broken');
    };
    rpc.onLine('{"id":8,"method":"read"}');
    await settled();
    expect(written).toMatchObject([
      { id: 7, result: { to: 'read' } },
      { id: 'x', error: { code: -32002, message: 'no file' } },
      { id: 8, error: { code: -32603, message: 'Internal error: broken' } },
    ]);
  });

  it('withdraws a request that the agent cancels', async () => {
    let aborted = false;
    answer = (_method, signal) =>
      new Promise(resolve => {
        signal.addEventListener('abort', () => {
          aborted = true;
          resolve({ late: true });
        });
      });
    rpc.onLine('{"id":7,"method":"permission"}');
    rpc.onLine('{"method":"$/cancel_request","params":{"requestId":7}}');
    await settled();
    expect(aborted).toBe(true);
    expect(heard).toEqual([]);
  });

  it('notes answers to nothing, and rejects what is open when it closes', async () => {
    rpc.onLine('{"id":5,"result":{}}');
    const asked = rpc.request('ask', {});
    rpc.close(new Error('it died'));
    await expect(asked).rejects.toThrow('it died');
    await expect(rpc.request('ask', {})).rejects.toThrow('it died');
    expect(heard).toEqual(['noise: answer to an unknown request: 5']);
  });
});
