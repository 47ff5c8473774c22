import { expect, test } from 'vitest';
import { UserError } from '../../../../src/base/errors';
import type { SessionId } from '../../../../src/contract/ids';
import { AgentRouter } from '../../../../src/host/agents/agentRouter';
import type { AgentLauncher, LaunchOptions } from '../../../../src/protocol/agentLauncher';

const own = 'own' as SessionId;
const foreign = 'foreign' as SessionId;

/** A launcher that only notes what it is asked. */
function launcher(name: string, notes: string[]): AgentLauncher {
  const note = (what: string) => {
    notes.push(`${name} ${what}`);
  };
  return {
    launch: async ({ source }) => {
      note(`launch ${source}`);
      return {} as never;
    },
    hasSession: async () => {
      note('hasSession');
      return true;
    },
    openSession: async () => {
      note('openSession');
      return undefined;
    },
    storedLength: async () => {
      note('storedLength');
      return 1;
    },
    hasMessageSince: async () => {
      note('hasMessageSince');
      return false;
    },
    forkPoint: async () => {
      note('forkPoint');
      return { kind: 'first' };
    },
  };
}

function bed(prepare: (source: string) => Promise<unknown> = async () => undefined) {
  const notes: string[] = [];
  const router = new AgentRouter({
    cli: launcher('cli', notes),
    foreign: { ...launcher('acp', notes), knows: async id => id === foreign },
    foreignSource: async id => (id === foreign ? 'Mine' : undefined),
    prepare: async source => {
      notes.push(`prepare ${source}`);
      await prepare(source);
    },
  });
  return { router, notes };
}

const start = (source?: string) => ({ ...(source ? { source } : {}) }) as LaunchOptions;

test('a conversation starts with its own agent, whose command is looked up before', async () => {
  const { router, notes } = bed();
  await router.launch(start(), {} as never);
  await router.launch(start('Mine'), {} as never);
  expect(notes).toEqual(['cli launch undefined', 'prepare Mine', 'acp launch Mine']);
});

test('an agent that is not there is not launched', async () => {
  const { router, notes } = bed(async () => {
    throw new UserError('agent.missing', 'not installed');
  });
  await expect(router.launch(start('Mine'), {} as never)).rejects.toMatchObject({
    code: 'agent.missing',
  });
  expect(notes).toEqual(['prepare Mine']);
});

test('prompts are read for other agents only, and end with a launch that fails', async () => {
  const notes: string[] = [];
  const failing: AgentLauncher = {
    ...launcher('acp', notes),
    launch: async () => {
      throw new UserError('agent.missing', 'not installed');
    },
  };
  const router = new AgentRouter({
    cli: launcher('cli', notes),
    foreign: { ...failing, knows: () => true },
    foreignSource: async () => 'Mine',
    prepare: async () => undefined,
    prompts: async () => ({
      ...{ all: [], onChanged: () => undefined },
      dispose: () => {
        notes.push('disposed');
      },
    }),
  });
  await router.launch(start(), {} as never);
  await expect(router.launch(start('Mine'), {} as never)).rejects.toThrow('not installed');
  expect(notes).toEqual(['cli launch undefined', 'disposed']);
});

test('each session is read from the store that has it', async () => {
  const { router, notes } = bed();
  const prompt = { id: 'm', text: '', at: 0 } as never;
  for (const id of [own, foreign]) {
    await router.hasSession('/work', id);
    await router.openSession('/work', id);
    await router.storedLength('/work', id);
    await router.hasMessageSince('/work', id, 0);
    await router.forkPoint('/work', id, prompt);
  }
  const asked = ['hasSession', 'openSession', 'storedLength', 'hasMessageSince', 'forkPoint'];
  expect(notes).toEqual([...asked.map(what => `cli ${what}`), ...asked.map(what => `acp ${what}`)]);
  expect(await router.sourceOf(own)).toBeUndefined();
  expect(await router.sourceOf(foreign)).toBe('Mine');
});

test('Claude Code is not asked about a conversation with another agent that is not stored yet', async () => {
  const { router, notes } = bed();
  const mine = router.forSource();
  await mine.hasSession('/work', own);
  await mine.launch(start('Mine'), {} as never);
  expect(notes).toEqual(['acp hasSession', 'prepare Mine', 'acp launch Mine']);
});

test('prompts end with a process that does not start', async () => {
  const notes: string[] = [];
  const process = { start: () => Promise.reject(new UserError('agent.ended', 'it ended')) };
  const router = new AgentRouter({
    cli: launcher('cli', notes),
    foreign: { ...launcher('acp', notes), launch: async () => process as never, knows: () => true },
    foreignSource: async () => 'Mine',
    prepare: async () => undefined,
    prompts: async () => ({
      ...{ all: [], onChanged: () => undefined },
      dispose: () => {
        notes.push('disposed');
      },
    }),
  });
  const launched = await router.launch(start('Mine'), {} as never);
  expect(notes).toEqual([]);
  await expect(launched.start()).rejects.toThrow('it ended');
  expect(notes).toEqual(['disposed']);
});
