import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scriptedBed } from '../../../support/channels/scriptedAgents';

/** Actions of the user, the agent and the host. */
const moves = [
  ...(['send', 'send', 'send', 'stop', 'resume', 'sleep', 'restartDue'] as const),
  ...(['answer', 'answer', 'die', 'exit', 'hold', 'open'] as const),
];
type Move = (typeof moves)[number];

/** A conversation with an agent that stores a message when it has answered it. */
class MessageWorld {
  readonly sent: string[] = [];
  private readonly bed = scriptedBed();
  private open: () => void = () => undefined;

  constructor() {
    this.bed.agents.stored = [];
    this.bed.agents.onLaunched = process => {
      process.survivesInterrupt = process.pid % 2 === 0;
      // An agent keeps the message of a turn that it interrupts.
      const stop = process.stop.bind(process);
      process.stop = ladder => {
        if (process.survivesInterrupt && !process.hasEnded) this.store(process.sent);
        return stop(ladder);
      };
    };
  }

  /** Messages that are neither stored by the agent, queued nor in the composer. */
  get lost(): readonly string[] {
    const { queue, draft } = this.bed.channel.record;
    const queued = queue.map(({ text }) => text);
    const composed = draft.text.split('\n');
    const kept = new Set([...(this.bed.agents.stored ?? []), ...queued, ...composed]);
    return this.sent.filter(text => !kept.has(text));
  }

  get phase(): string {
    return this.bed.channel.conversation.summary.agent.phase;
  }

  make(move: Move): void {
    const { agent, messages } = this.bed.channel;
    const acts: Record<Move, () => void> = {
      send: () => {
        this.sent.push(`message ${this.sent.length}`);
        messages.send({ text: this.sent.at(-1) ?? '', images: [] });
      },
      stop: () => forget(agent.stop()),
      resume: () => forget(agent.resume()),
      sleep: () => forget(agent.sleep()),
      restartDue: () => agent.needRestart(),
      hold: () => {
        this.open();
        this.bed.agents.gate = new Promise(resolve => {
          this.open = resolve;
        });
      },
      open: () => this.open(),
      answer: () => this.answer(),
      die: () => this.bed.agents.processes.at(-1)?.die(),
      exit: () => this.bed.agents.processes.at(-1)?.tellEnd(),
    };
    acts[move]();
  }

  /** Lets everything under way come to its end. */
  async drain(): Promise<void> {
    this.make('open');
    for (let turn = 0; turn < this.sent.length + 2; turn += 1) {
      await ticks(20);
      this.make('answer');
    }
    await ticks(20);
  }

  dispose(): void {
    this.bed.channel.dispose();
  }

  private answer(): void {
    const process = this.bed.agents.processes.at(-1);
    if (!process || process.hasEnded) {
      process?.tellEnd();
      return;
    }
    this.store(process.sent);
    process.answer();
  }

  private store(messages: readonly { readonly text: string }[]): void {
    const known = new Set(this.bed.agents.stored);
    const fresh = messages.map(({ text }) => text).filter(text => !known.has(text));
    this.bed.agents.stored = [...known, ...fresh];
  }
}

function forget(done: Promise<void>): void {
  done.catch(() => undefined);
}

async function ticks(count: number): Promise<void> {
  for (let tick = 0; tick < count; tick += 1) await new Promise(resolve => setImmediate(resolve));
}

const steps = fc.array(
  fc.record({ move: fc.constantFrom<Move>(...moves), ticks: fc.integer({ min: 0, max: 6 }) }),
  { maxLength: 25, size: 'max' },
);

describe('In any order of what user, agent and host do', () => {
  it('no message is lost, and the agent comes to rest', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async order => {
        const world = new MessageWorld();
        try {
          for (const step of order) {
            world.make(step.move);
            await ticks(step.ticks);
          }
          await world.drain();
          expect(world.lost).toEqual([]);
          expect(['idle', 'stopped', 'lost']).toContain(world.phase);
        } finally {
          world.dispose();
        }
      }),
      { numRuns: 150 },
    );
  });
});
