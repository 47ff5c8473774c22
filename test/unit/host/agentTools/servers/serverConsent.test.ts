import { expect, it } from 'vitest';
import { ServerConsent } from '../../../../../src/host/agentTools/servers/serverConsent';
import { FakeMemento } from './serverBed';

const server = (name: string, hash: string, file = '/w/.vscode/mcp.json') => ({
  ...{ name, file, kind: 'stdio' as const, config: { command: name } },
  identity: { hash, summary: name },
});

it('an answer is for one configuration, name and file', async () => {
  const consent = new ServerConsent(new FakeMemento());
  await consent.answer(new Map([[server('a', '1'), 'allowed']]));
  const others = [server('a', '2'), server('b', '1'), server('a', '1', '/v/.vscode/mcp.json')];
  expect(consent.judge([server('a', '1')])).toMatchObject([{ consent: 'allowed', config: {} }]);
  for (const one of consent.judge(others)) {
    expect(one).toMatchObject({ consent: 'waiting', reason: expect.stringContaining('Review') });
    expect(one.config).toBeUndefined();
  }
  expect(others.map(one => consent.knowsOther(one))).toEqual([true, false, false]);
});

it('a newer answer replaces the older one', async () => {
  const memory = new FakeMemento();
  const consent = new ServerConsent(memory);
  await consent.answer(new Map([[server('a', '1'), 'allowed']]));
  await consent.answer(new Map([[server('a', '2'), 'declined']]));
  const later = new ServerConsent(memory);
  const states = later.judge([server('a', '1'), server('a', '2')]).map(one => one.consent);
  expect(states).toEqual(['waiting', 'declined']);
});

it('names of members of objects are names like others', async () => {
  const consent = new ServerConsent(new FakeMemento());
  const names = ['__proto__', 'constructor', 'toString'];
  expect(consent.judge(names.map(name => server(name, '1'))).map(one => one.consent)).toEqual(
    names.map(() => 'waiting'),
  );
});

it('servers that cannot be offered are no subject of consent', () => {
  const consent = new ServerConsent(new FakeMemento());
  const refused = { name: 'a', file: '/f', kind: 'stdio', reason: 'it asks' } as const;
  expect(consent.judge([refused])).toEqual([refused]);
});

it('an answer counts in this window even if it could not be stored', async () => {
  const memory = new FakeMemento();
  const consent = new ServerConsent({
    get: (key: string, fallback?: unknown) => memory.get<never>(key, fallback as never),
    update: async (key: string, value: unknown) => {
      await memory.update(key, value);
      throw new Error('disk full');
    },
  });
  const changes: unknown[] = [];
  consent.onChanged(() => changes.push(1));
  const answered = consent.answer(new Map([[server('a', '1'), 'declined']]));
  await expect(answered).rejects.toThrow('disk full');
  expect(changes).toHaveLength(1);
});
