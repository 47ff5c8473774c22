import { describe, expect, it } from 'vitest';
import { initializeResult, toAbilities } from '../../../../src/acp/start/abilities';
import { openSession, type SessionStart } from '../../../../src/acp/start/openSession';
import { RpcError } from '../../../../src/acp/wire/rpcError';
import type { JsonObject } from '../../../../src/base/json';
import { silentLog } from '../../../../src/base/log';

interface Asked {
  method: string;
  params: JsonObject;
}

function abilitiesOf(sessionCapabilities: JsonObject, loadSession = false) {
  const answer = { protocolVersion: 1, agentCapabilities: { loadSession, sessionCapabilities } };
  return toAbilities(initializeResult.parse(answer));
}

async function open(
  start: SessionStart,
  abilities: ReturnType<typeof abilitiesOf>,
  refuses: Record<string, number> = {},
  needsHistory = false,
) {
  const asked: Asked[] = [];
  const replays: boolean[] = [];
  const connection = {
    request: async (method: string, params: JsonObject) => {
      asked.push({ method, params });
      const code = refuses[method];
      if (code !== undefined) {
        throw new RpcError(code, 'no');
      }
      return method === 'session/new' || method === 'session/fork' ? { sessionId: 'fresh' } : {};
    },
  };
  const opened = await openSession(connection, { abilities }, start, {
    ...{ cwd: '/w', addDirs: ['/more'], servers: [], needsHistory, log: silentLog },
    onReplay: isRunning => replays.push(isRunning),
  });
  return { opened, replays, methods: asked.map(({ method }) => method), asked };
}

const resume: SessionStart = { kind: 'resume', id: 'old' };

describe('openSession', () => {
  it('begins a session, always with a list of servers', async () => {
    const { opened, asked } = await open({ kind: 'new' }, abilitiesOf({}));
    expect(asked).toEqual([{ method: 'session/new', params: { cwd: '/w', mcpServers: [] } }]);
    expect(opened).toMatchObject({ id: 'fresh', hasForgotten: false });
  });

  it('names further folders to agents that take them', async () => {
    const { asked } = await open({ kind: 'new' }, abilitiesOf({ additionalDirectories: {} }));
    expect(asked[0]?.params).toMatchObject({ additionalDirectories: ['/more'] });
  });

  it('resumes rather than loads, unless the history is needed', async () => {
    const able = abilitiesOf({ resume: {} }, true);
    expect((await open(resume, able)).methods).toEqual(['session/resume']);
    const { methods, replays } = await open(resume, able, {}, true);
    expect(methods).toEqual(['session/load']);
    expect(replays).toEqual([true, false]);
  });

  it('loads what cannot be resumed, and begins anew after that', async () => {
    const able = abilitiesOf({ resume: {} }, true);
    const { methods, opened } = await open(resume, able, { 'session/resume': -32603 });
    expect(methods).toEqual(['session/resume', 'session/load']);
    expect(opened).toMatchObject({ id: 'old', hasForgotten: false });
    const gone = await open(resume, able, { 'session/resume': -32002, 'session/load': -32002 });
    expect(gone.methods).toEqual(['session/resume', 'session/load', 'session/new']);
    expect(gone.opened).toMatchObject({ id: 'fresh', hasForgotten: true });
    expect(gone.replays).toEqual([true, false]);
  });

  it('asks nothing that the agent does not offer', async () => {
    const able = abilitiesOf({ resume: null, fork: false });
    expect((await open(resume, able)).methods).toEqual(['session/new']);
    expect((await open({ kind: 'fork', id: 'old' }, able)).methods).toEqual(['session/new']);
  });

  it('forks', async () => {
    const { methods, opened } = await open({ kind: 'fork', id: 'old' }, abilitiesOf({ fork: {} }));
    expect(methods).toEqual(['session/fork']);
    expect(opened).toMatchObject({ id: 'fresh', hasForgotten: false });
  });

  it('does not take a missing sign-in for a lost session', async () => {
    const able = abilitiesOf({ resume: {} });
    await expect(open(resume, able, { 'session/resume': -32000 })).rejects.toMatchObject({
      code: -32000,
    });
  });
});
