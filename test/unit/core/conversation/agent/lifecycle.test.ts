import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  atRest,
  type Lifecycle,
  type LifecycleEvent,
  type Run,
  runOf,
  statusOf,
  transition,
} from '../../../../../src/core/conversation/agent/lifecycle';
import type { AgentExit } from '../../../../../src/protocol/agentSource';
import { LifecycleWorld, type Move, moves } from './lifecycleWorld';

const exit = (wasAsked: boolean): AgentExit => ({
  ...{ code: null, signal: 'SIGKILL', stderr: '', wasAsked },
  sessionId: undefined,
});
const exited = (run: Run, wasAsked = false) =>
  ({ type: 'exited', run, exit: exit(wasAsked) }) as const;
const start = (next: Run) => ({ type: 'start', next, hasEnded: false }) as const;
const started = [start(1), { type: 'launched', run: 1 }, { type: 'started', run: 1 }] as const;
const retire = { type: 'end', reason: 'retirement', ladder: 'whenIdle', hasEnded: false } as const;
const endNow = { type: 'end', reason: 'end', ladder: 'now', hasEnded: false } as const;
const worked = { type: 'worked', run: 1 } as const;

function reach(...events: readonly LifecycleEvent[]) {
  let state: Lifecycle = atRest;
  let last = transition(state, { type: 'written' });
  for (const event of events) {
    last = transition(state, event);
    state = last.state;
  }
  return { state, did: last.effects.map(effect => effect.do), status: statusOf(state) };
}

describe('The lifecycle of an agent', () => {
  it('launches a process for the first start only', () => {
    expect(reach(start(1))).toMatchObject({ did: ['launch'], status: { phase: 'starting' } });
    expect(reach(start(1), start(2))).toMatchObject({ did: [], state: { run: 1 } });
  });

  it('is idle once the process is up', () => {
    expect(reach(...started)).toMatchObject({
      did: ['reportStart', 'reportIdle'],
      status: { phase: 'idle' },
    });
  });

  it('ignores reports of an earlier process', () => {
    const again = [...started, exited(1), start(2), { type: 'launched', run: 2 }] as const;
    expect(reach(...again, exited(1))).toMatchObject({
      did: [],
      state: { at: 'starting', run: 2 },
    });
    expect(reach(...again, { type: 'idled', run: 1 }).did).toEqual([]);
  });

  it('starts a process only after the previous one has exited', () => {
    const clearing = [...started, worked, { type: 'stop' }, start(2)] as const;
    expect(reach(...clearing)).toMatchObject({ did: ['stop'], status: { phase: 'stopping' } });
    expect(reach(...clearing, exited(1, true)).did).toEqual([
      ...['release', 'reportEnd', 'reportLoss', 'begin'],
    ]);
  });

  it.each([
    ['while it is launched', [start(1)], []],
    ['while it starts', [start(1), { type: 'launched', run: 1 }], ['stop']],
  ] as const)('does not come up if it is stopped %s', (_, events, did) => {
    expect(reach(...events, { type: 'stop' })).toMatchObject({
      did,
      status: { phase: 'stopping' },
    });
    const failed = { type: 'failed', run: 1, shown: { phase: 'stopped', detail: 'why' } } as const;
    expect(reach(...events, { type: 'stop' }, failed).status).toEqual({ phase: 'stopped' });
  });

  it('reports an exit during work as a loss', () => {
    const { did, status } = reach(...started, worked, exited(1));
    expect(did).toEqual(['release', 'reportEnd', 'reportLoss']);
    expect(status).toMatchObject({
      phase: 'lost',
      detail: 'The process ended (signal SIGKILL).',
    });
  });

  it('reports no loss when an idle process is retired or sleeps', () => {
    expect(reach(...started, retire, exited(1, true)).did).toEqual(['release', 'reportEnd']);
    const asleep = reach(...started, { type: 'sleep' }, exited(1, true));
    expect(asleep).toMatchObject({ did: ['release', 'reportEnd'], status: { phase: 'asleep' } });
  });

  it('remembers that the user pressed Stop when the process is ended later', () => {
    const events = [...started, worked, { type: 'stop' }, endNow, exited(1, true)] as const;
    let state: Lifecycle = atRest;
    let effects: readonly object[] = [];
    for (const event of events) ({ state, effects } = transition(state, event));
    expect(effects).toContainEqual(expect.objectContaining({ do: 'reportLoss', wasStopped: true }));
  });

  it('goes on in the same process when the turn ends after Stop', () => {
    const stopped = [...started, worked, { type: 'stop' }, { type: 'idled', run: 1 }] as const;
    expect(reach(...stopped)).toMatchObject({ did: ['reportIdle'], status: { phase: 'idle' } });
  });

  it('keeps a process that must end from taking messages', () => {
    for (const end of [endNow, retire]) {
      expect(reach(...started, end, { type: 'idled', run: 1 })).toMatchObject({
        did: [],
        status: { phase: 'stopping' },
      });
    }
  });

  it('marks only a process for a restart that is not launched yet', () => {
    const restartNeeded = { type: 'restartNeeded' } as const;
    expect(reach(...started, restartNeeded).state).toMatchObject({ isRestartDue: true });
    expect(reach(...started, restartNeeded, worked).state).toMatchObject({ isRestartDue: true });
    expect(reach(restartNeeded, ...started).state).toMatchObject({ isRestartDue: false });
  });

  it('shows why nothing runs only while nothing runs', () => {
    const show = { type: 'show', shown: { phase: 'stopped', detail: 'why' } } as const;
    expect(reach(show).status).toEqual(show.shown);
    expect(reach(...started, show).status).toEqual({ phase: 'idle' });
  });

  it('lets go of its process when it is closed, and starts none', () => {
    expect(reach(...started, { type: 'close' }).did).toEqual(['release']);
    expect(reach(...started, { type: 'close' }, start(2)).did).toEqual(['refuse']);
  });

  it('goes on stopping when a message is written that was on its way', () => {
    const stopped = [...started, worked, { type: 'stop' }, { type: 'written' }] as const;
    expect(reach(...stopped).status.phase).toBe('stopping');
  });

  it('stays idle when an idle agent is stopped, since no report will follow', () => {
    expect(reach(...started, { type: 'stop' }).status.phase).toBe('idle');
  });

  it('restarts for a setting that was changed while the process was launched', () => {
    const launched = { type: 'launched', run: 1 } as const;
    expect(reach(start(1), { type: 'restartNeeded' }, launched).state).toMatchObject({
      isRestartDue: true,
    });
  });

  it('is idle when an interrupt leaves nothing that could report its end', () => {
    const interrupted = { type: 'interrupted', run: 1 } as const;
    const stopped = [...started, worked, { type: 'stop' }] as const;
    expect(reach(...stopped, interrupted)).toMatchObject({
      did: ['reportIdle'],
      status: { phase: 'idle' },
    });
    expect(reach(...started, worked, interrupted).status.phase).toBe('working');
    expect(reach(...started, worked, endNow, interrupted).status.phase).toBe('stopping');
  });
});

describe('In any order of events', () => {
  // Starts that come up are preferred, so that the later states are reached as often as the first.
  const weights: Partial<Record<Move, number>> = {
    start: 12,
    launched: 12,
    started: 12,
    close: 0.2,
  };
  const move = fc.oneof(
    ...moves.map(one => ({
      weight: Math.round(5 * (weights[one] ?? 1)),
      arbitrary: fc.constant<Move>(one),
    })),
  );
  const orders = fc.array(move, { maxLength: 60, size: 'max' });

  it('at most one process exists, and the state knows it', () => {
    fc.assert(
      fc.property(orders, order => {
        const world = new LifecycleWorld();
        for (const move of order) {
          world.make(move);
          expect(world.processes.size).toBeLessThanOrEqual(1);
          const [process] = world.processes;
          if (process !== undefined) expect(runOf(world.state)).toBe(process);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('each stop and each start comes to an end', () => {
    fc.assert(
      fc.property(orders, order => {
        const world = new LifecycleWorld();
        for (const move of order) world.make(move);
        world.drain();
        expect(['resting', 'asleep', 'idle', 'working', 'closed']).toContain(world.state.at);
        expect(world.starts.waiting).toBe(0);
      }),
      { numRuns: 1_000 },
    );
  });

  it('each exit is reported once, and a loss at most once', () => {
    fc.assert(
      fc.property(orders, order => {
        const world = new LifecycleWorld();
        for (const move of order) world.make(move);
        world.drain();
        for (const [run, times] of world.reported.end) expect([run, times]).toEqual([run, 1]);
        for (const [run, times] of world.reported.loss) expect([run, times]).toEqual([run, 1]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('a process that was retired or put to sleep is never reported as a loss', () => {
    fc.assert(
      fc.property(orders, order => {
        const world = new LifecycleWorld();
        for (const move of order) world.make(move);
        world.drain();
        for (const run of world.spared) expect(world.reported.loss.has(run)).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });
});

it('offers to go on after a Stop that had to end the process', () => {
  const exit = {
    code: null,
    signal: 'SIGKILL',
    stderr: '',
    wasAsked: true,
    sessionId: undefined,
  } as const;
  const stopping = { at: 'stopping', run: 1, isRestartDue: false } as const;
  const ended = (reason: 'turn' | 'end') =>
    statusOf(transition({ ...stopping, reason }, { type: 'exited', run: 1, exit }).state);
  expect(ended('turn')).toEqual({
    phase: 'stopped',
    detail: 'The process did not stop by itself and was ended.',
    actions: ['resume'],
  });
  expect(ended('end')).toEqual({ phase: 'stopped' });
});
