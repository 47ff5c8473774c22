import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Log, silentLog } from '../../../../../src/base/log';
import { configuredServers } from '../../../../../src/host/acp/bridge/configuredServers';

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'configured-'));
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

async function read(...entries: string[]) {
  const warnings: string[] = [];
  const log: Log = { ...silentLog, warn: message => warnings.push(message) };
  const env = { TOKEN: 'from the environment' };
  const servers = await configuredServers({ entries, cwd, env, platform: 'linux', log });
  return { servers, warnings };
}

const json = (servers: object) => JSON.stringify({ mcpServers: servers });

it('reads texts and files, and replaces variables', async () => {
  const env = { A: '${TOKEN}', B: '${NONE:-other}', C: '${NONE}' };
  await writeFile(join(cwd, 'servers.json'), json({ near: { command: 'near', env } }));
  const far = { type: 'http', url: 'https://a.example', headers: { X: 'Bearer ${TOKEN}' } };
  expect(await read('servers.json', json({ far }), ' ')).toEqual({
    servers: {
      near: { command: 'near', env: { A: 'from the environment', B: 'other', C: '${NONE}' } },
      far: { ...far, headers: { X: 'Bearer from the environment' } },
    },
    warnings: [],
  });
});

it('leaves out what cannot be read and what has a name of ours, and shows no content', async () => {
  const { servers, warnings } = await read(
    '{"key": secret}',
    '{"a":1}',
    'none.json',
    json({
      tandem: { command: 'a' },
      fine: { command: 'b' },
    }),
  );
  expect(servers).toEqual({ fine: { command: 'b' } });
  expect(warnings).toHaveLength(3);
  expect(warnings.join()).not.toContain('secret');
  expect(warnings[2]).toContain('MCP servers of none.json are not offered');
});
