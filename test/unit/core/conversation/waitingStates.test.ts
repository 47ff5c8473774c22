import { describe, expect, test } from 'vitest';
import { Deferred } from '../../../../src/base/deferred';
import type { MessageId, TaskId, ToolCallId } from '../../../../src/contract/ids';
import type { CallPrompt } from '../../../../src/contract/prompts';
import { type ScriptedBed, scriptedBed } from '../../../support/channels/scriptedAgents';
import { ask } from '../../transcript/events';

type Obedience = 'obeys' | 'is deaf';

async function settled(): Promise<void> {
  for (let turn = 0; turn < 25; turn += 1) await new Promise(resolve => setImmediate(resolve));
}

/** A conversation whose disk, agent and time are held back until a test lets them go. */
class World {
  readonly bed: ScriptedBed = scriptedBed();
  readonly said: string[] = [];
  /** Resolves when the time of a stop ladder is over. */
  private readonly patience = new Deferred<void>();
  private release: () => void = () => undefined;

  constructor(obedience: Obedience) {
    this.bed.agents.stored = [];
    this.bed.agents.onLaunched = process => {
      process.survivesInterrupt = true;
      const obey = process.stop.bind(process);
      process.stop = async ladder => {
        await this.patience.promise;
        // The ladder ends what does not answer.
        await obey(obedience === 'obeys' ? ladder : 'now');
      };
    };
  }

  get channel() {
    return this.bed.channel;
  }

  get phase(): string {
    return this.channel.conversation.summary.agent.phase;
  }

  async say(text: string): Promise<void> {
    this.said.push(text);
    this.channel.messages.send({ text, images: [] });
    await settled();
  }

  async up(): Promise<void> {
    await this.channel.agent.warmUp();
    await settled();
  }

  async ask(kind: CallPrompt['kind'] = 'permission'): Promise<void> {
    const prompt = { ...ask('p1', 'toolu_1' as ToolCallId), questions: [], kind } as CallPrompt;
    const request = { prompt, tool: 'Bash', input: {} };
    const { host } = this.bed.agents.newest;
    forget(host.decide(request, new AbortController().signal));
    await settled();
  }

  async holdStart(end: 'comes up' | 'fails'): Promise<void> {
    const gate = new Deferred<void>();
    this.bed.agents.gate = gate.promise;
    this.release = () => {
      this.bed.agents.gate = Promise.resolve();
      if (end === 'fails') gate.reject(new Error('It does not start.'));
      else gate.resolve();
    };
    forget(this.channel.agent.warmUp());
    await settled();
  }

  holdDisk(): void {
    const disk = new Deferred<void>();
    this.bed.disk = disk;
    this.release = () => {
      this.bed.disk = undefined;
      disk.resolve();
    };
  }

  forgetful(done: Promise<unknown>): Promise<void> {
    forget(done);
    return settled();
  }

  /** Lets disk, start and stop ladders come to their end, without the agent or the user. */
  async passTime(): Promise<void> {
    this.release();
    this.patience.resolve();
    await settled();
  }

  /** Lets the agent answer each message, and the user deny each request. */
  async goOn(): Promise<void> {
    const { agents } = this.bed;
    for (let round = 0; round < 6; round += 1) {
      this.checkNames();
      for (const { id } of this.channel.conversation.summary.waiting) {
        forget(this.channel.answer(id, { kind: 'deny' }));
        await settled();
      }
      const process = agents.processes.at(-1);
      if (process?.hasEnded) process.tellEnd();
      else if (this.phase === 'working') process?.answer();
      await settled();
    }
  }

  /** Whatever waits for the user names it; a queue that waits says that it is held. */
  checkNames(): void {
    const { agent, waiting, queue, isQueueHeld } = this.channel.conversation.summary;
    if (agent.phase === 'waiting') {
      expect(agent.detail).toEqual(expect.stringMatching(/./));
      expect(waiting).not.toEqual([]);
    }
    if (queue.length > 0 && ['idle', 'stopped', 'lost'].includes(agent.phase)) {
      expect(isQueueHeld).toBe(true);
    }
  }

  /** Messages that were neither sent nor are in the composer or in the queue. */
  get lost(): string[] {
    const { queue, draft } = this.channel.record;
    const sent = this.bed.agents.processes.flatMap(process => process.sent.map(({ text }) => text));
    const known = [...sent, ...queue.map(({ text }) => text), ...draft.text.split('\n')];
    return this.said.filter(text => !known.includes(text));
  }
}

function forget(done: Promise<unknown>): void {
  done.catch(() => undefined);
}

const running = { id: 'task' as TaskId, kind: 'shell', title: 'npm test', status: 'running' };

/** Brings a conversation into each state in which something may wait. */
const states: Record<string, (world: World) => Promise<void>> = {
  'was never started': async () => undefined,
  'is starting': world => world.holdStart('comes up'),
  'is starting, which fails': world => world.holdStart('fails'),
  'was stopped while it started': async world => {
    await world.holdStart('comes up');
    await world.forgetful(world.channel.agent.stop());
  },
  'keeps a message on disk': async world => {
    await world.up();
    world.holdDisk();
    await world.say('busy');
  },
  'is idle': world => world.up(),
  'is working': world => world.say('busy'),
  'has a queue': async world => {
    await world.say('busy');
    await world.say('later');
  },
  'is compacting': async world => {
    await world.say('busy');
    const notice = { kind: 'compacting' } as const;
    world.bed.agents.newest.host.onEvents([{ type: 'notice', at: 1, notice }]);
  },
  'is stopping': async world => {
    await world.say('busy');
    await world.say('later');
    await world.forgetful(world.channel.agent.stop());
  },
  'waits for permission': async world => {
    await world.say('busy');
    await world.ask();
  },
  'waits for an answer': async world => {
    await world.say('busy');
    await world.ask('question');
  },
  'waits for a plan': async world => {
    await world.say('busy');
    await world.ask('plan');
  },
  'waits for a subagent in the background': async world => {
    await world.up();
    await world.ask();
  },
  'holds its queue': async world => {
    await world.say('busy');
    await world.say('later');
    world.bed.agents.newest.cutShort();
    await settled();
  },
  'has tasks in the background only': async world => {
    await world.up();
    const task = { ...running, startedAt: 0 };
    world.bed.agents.newest.host.onEvents([{ type: 'task.changed', ...Object({ task }) }]);
  },
  'waits for its schedule': async world => {
    await world.up();
    world.bed.agents.newest.scheduled = 1;
  },
  'falls asleep': async world => {
    await world.up();
    await world.forgetful(world.channel.agent.sleep());
  },
  'will restart before the next message': async world => {
    await world.up();
    world.channel.agent.needRestart();
  },
  'has died, which nobody has reported': async world => {
    await world.say('busy');
    world.bed.agents.newest.die();
  },
  'was lost': async world => {
    await world.say('busy');
    world.bed.agents.newest.tellEnd();
    await settled();
  },
  'was lost with a question': async world => {
    await world.say('busy');
    await world.ask();
    world.bed.agents.newest.tellEnd();
    await settled();
  },
  'is held by a terminal': async world => {
    world.channel.lease.revoke({ kind: 'terminal', pid: 1 });
  },
};

const acts: Record<string, (world: World) => Promise<unknown>> = {
  Stop: world => world.channel.agent.stop(),
  'a message': world => world.say('next'),
  Restart: world => world.channel.agent.resume(),
  '/clear': world => world.say('/clear'),
  Close: world => world.channel.close(),
};

test.each([
  ['stopped', async (world: World) => void (await world.channel.agent.stop())],
  ['turnFailed', async (world: World) => world.bed.agents.newest.cutShort()],
  ['agentEnded', async (world: World) => world.bed.agents.newest.tellEnd()],
  ['elsewhere', async (world: World) => world.channel.lease.revoke({ kind: 'terminal', pid: 1 })],
])('A held queue says why it waits: %s', async (reason, hold) => {
  const world = new World('obeys');
  await world.say('busy');
  await world.say('later');
  await world.passTime();
  await hold(world);
  await settled();
  expect(world.channel.conversation.summary).toMatchObject({
    queue: [{ text: 'later' }],
    isQueueHeld: true,
    queueHeldBecause: reason,
  });
  world.channel.messages.resumeQueue();
  expect(world.channel.conversation.summary).not.toHaveProperty('queueHeldBecause');
  world.channel.dispose();
});

test('A queue of an earlier window says that it waits because of the reload', async () => {
  const message = { id: 'm' as MessageId, text: 'later', images: [], at: 0, picks: {} };
  const { channel } = scriptedBed({ queue: [message] });
  await channel.restorer.restore();
  expect(channel.conversation.summary.queueHeldBecause).toBe('reloaded');
  channel.dispose();
});

const atRest = ['idle', 'stopped', 'lost'];

describe.each(Object.entries(states))('A conversation that %s', (_, enter) => {
  describe.each(['obeys', 'is deaf'] as const)('with an agent that %s', obedience => {
    test.each(Object.entries(acts))(
      'comes to rest after %s, and loses nothing',
      async (name, act) => {
        const world = new World(obedience);
        await enter(world);
        world.checkNames();
        const acted = Promise.resolve(act(world)).catch(() => undefined);
        await settled();
        await world.passTime();
        if (name === 'Stop') {
          const dead = world.bed.agents.processes.at(-1);
          if (dead?.hasEnded) dead.tellEnd();
          await settled();
          expect(atRest).toContain(world.phase);
        } else {
          await world.goOn();
          expect(atRest).toContain(world.phase);
        }
        await acted;
        world.checkNames();
        expect(world.lost).toEqual([]);
        if (name === 'Close') {
          expect(world.bed.agents.processes.every(process => process.hasEnded)).toBe(true);
        }
        world.channel.dispose();
      },
    );
  });
});
