import * as l10n from '@vscode/l10n';
import type { AgentExit } from '../../../protocol/agentSource';
import { type AgentStatus, lostStatus, type RestingStatus } from './status';

/** Number of a process of the conversation, so that reports of an earlier one are ignored. */
export type Run = number;

/** Reason why a process is asked to end; the strongest one counts. */
type EndReason = 'end' | 'turn' | 'retirement';

/** A process that has reported that it is up, or is on its way there, launched or not. */
interface Live {
  readonly run: Run;
  /** True if a setting has changed that only a new process takes up. */
  readonly isRestartDue: boolean;
}

interface Idle extends Live {
  readonly at: 'idle';
}

interface Working extends Live {
  readonly at: 'working';
}

interface Stopping extends Live {
  readonly at: 'stopping';
  readonly reason: EndReason;
  readonly detail?: string;
}

interface FallingAsleep {
  readonly at: 'fallingAsleep';
  readonly run: Run;
}

/** State of a process that must be gone before the next one may start. */
type Predecessor = Idle | Working | Stopping | FallingAsleep;

/**
 * Lifecycle of a conversation's agent. `run` exists exactly while a process may run or is being
 * launched, so that no state can have two of them.
 */
export type Lifecycle =
  | { readonly at: 'resting'; readonly shown: RestingStatus }
  | { readonly at: 'asleep' }
  /** A start waits for the exit of the process before; `isWanted` is false once it was stopped. */
  | {
      readonly at: 'clearing';
      readonly before: Predecessor;
      readonly next: Run;
      readonly isWanted: boolean;
    }
  /** The launch is being prepared; no process exists yet. */
  | ({ readonly at: 'launching' } & Live)
  | ({ readonly at: 'starting' } & Live)
  /** A start that was stopped, whose outcome has not been reported. */
  | {
      readonly at: 'abandoning';
      readonly run: Run;
      readonly hasProcess: boolean;
      readonly reason: EndReason;
    }
  | Idle
  | Working
  | Stopping
  | FallingAsleep
  | { readonly at: 'closed'; readonly shown: AgentStatus };

/** How a process is asked to end; see `StopLadder`. */
type EndLadder = 'whenIdle' | 'now';

/** Requests of the conversation, and reports of the process with this `run`. */
export type LifecycleEvent =
  /** `hasEnded`: the present process has ended, and is about to report it. */
  | { readonly type: 'start'; readonly next: Run; readonly hasEnded: boolean }
  | { readonly type: 'stop' }
  | {
      readonly type: 'end';
      readonly ladder: EndLadder;
      readonly reason: 'end' | 'retirement';
      readonly hasEnded: boolean;
    }
  | { readonly type: 'sleep' }
  | { readonly type: 'written' }
  | { readonly type: 'restartNeeded' }
  /** Shows why nothing runs; ignored while something does. */
  | { readonly type: 'show'; readonly shown: RestingStatus }
  | { readonly type: 'close' }
  | { readonly type: 'launched'; readonly run: Run }
  | { readonly type: 'started'; readonly run: Run }
  | { readonly type: 'failed'; readonly run: Run; readonly shown: RestingStatus }
  | { readonly type: 'worked'; readonly run: Run }
  | { readonly type: 'idled'; readonly run: Run }
  /** The process has been asked to end its turn, and lives on without one. */
  | { readonly type: 'interrupted'; readonly run: Run }
  | { readonly type: 'exited'; readonly run: Run; readonly exit: AgentExit };

export type LifecycleEffect =
  | { readonly do: 'launch'; readonly run: Run }
  /** Starts again, now that the process before is gone. */
  | { readonly do: 'begin'; readonly run: Run }
  /** Rejects the start that is waited for. */
  | { readonly do: 'refuse'; readonly why: 'closed' | 'stopped' }
  | { readonly do: 'stop'; readonly ladder: EndLadder | 'interrupt' }
  /** Releases the process object, which ends a child process that still runs. */
  | { readonly do: 'release' }
  | { readonly do: 'reportStart' }
  | { readonly do: 'reportIdle' }
  | { readonly do: 'reportEnd' }
  /** Reports an exit that may have lost something. */
  | {
      readonly do: 'reportLoss';
      readonly exit: AgentExit;
      readonly wasStopped: boolean;
    };

export interface Step {
  readonly state: Lifecycle;
  readonly effects: readonly LifecycleEffect[];
}

export const atRest: Lifecycle = { at: 'resting', shown: { phase: 'stopped' } };

type At = Lifecycle['at'];
type StateAt<A extends At> = Extract<Lifecycle, { at: A }>;
type EventOf<T extends LifecycleEvent['type']> = Extract<LifecycleEvent, { type: T }>;
type Row<A extends At> = {
  readonly [T in LifecycleEvent['type']]?: (state: StateAt<A>, event: EventOf<T>) => Step;
};

/**
 * Each state's events, and what they lead to. An event that a state does not list changes nothing.
 */
const table: { readonly [A in At]: Row<A> } = {
  resting: {
    start: (_, { next }) => launch(next),
    show: (_, { shown }) => to({ at: 'resting', shown }),
    close,
  },
  asleep: {
    start: (_, { next }) => launch(next),
    show: (_, { shown }) => to({ at: 'resting', shown }),
    close,
  },
  clearing: {
    stop: (state, _) => abandonNext(state, 'turn', 'now', false),
    end: (state, { reason, ladder, hasEnded }) => abandonNext(state, reason, ladder, hasEnded),
    failed: (_, { shown }) => to({ at: 'resting', shown }, { do: 'release' }),
    exited: ({ before, next, isWanted }, event) => {
      const { state, effects } = transition(before, event);
      const last = isWanted
        ? ({ do: 'begin', run: next } as const)
        : ({ do: 'refuse', why: 'stopped' } as const);
      return to(state, ...effects, last);
    },
    close: state => to(closed(state), { do: 'release' }, { do: 'refuse', why: 'closed' }),
  },
  launching: {
    stop: ({ run }) => to({ at: 'abandoning', run, hasProcess: false, reason: 'turn' }),
    end: ({ run }, { reason }) => to({ at: 'abandoning', run, hasProcess: false, reason }),
    restartNeeded,
    launched: state => to({ ...state, at: 'starting' }),
    failed: (_, { shown }) => to({ at: 'resting', shown }),
    close,
  },
  starting: {
    stop: ({ run }) => abandon({ run, hasProcess: true, reason: 'turn' }, 'now'),
    end: ({ run }, { reason, ladder }) => abandon({ run, hasProcess: true, reason }, ladder),
    restartNeeded,
    started: state => to({ ...state, at: 'idle' }, { do: 'reportStart' }, { do: 'reportIdle' }),
    failed: (_, { shown }) => to({ at: 'resting', shown }, { do: 'release' }),
    exited: (_, event) => gone(event, { isLoss: true }),
    close,
  },
  abandoning: {
    stop: state => (state.hasProcess ? abandon(state, 'now') : to(state)),
    end: (state, { reason, ladder }) => {
      const stronger = { ...state, reason: strongerOf(state.reason, reason) };
      return state.hasProcess ? abandon(stronger, ladder) : to(stronger);
    },
    failed: ({ hasProcess }) =>
      to({ at: 'resting', shown: { phase: 'stopped' } }, ...(hasProcess ? [release] : [])),
    exited: ({ reason }, event) => goneAfterStop(reason, event),
    close,
  },
  // Stop means nothing to an idle agent, which would not report that it has stopped.
  idle: {
    start: clear,
    end,
    sleep: ({ run }) => to({ at: 'fallingAsleep', run }, { do: 'stop', ladder: 'whenIdle' }),
    written: state => to({ ...state, at: 'working' }),
    worked: state => to({ ...state, at: 'working' }),
    restartNeeded,
    exited: (_, event) => gone(event, { isLoss: true }),
    close,
  },
  working: {
    start: clear,
    stop: interrupt,
    end,
    idled: state => to({ ...state, at: 'idle' }, { do: 'reportIdle' }),
    restartNeeded,
    exited: (_, event) => gone(event, { isLoss: true }),
    close,
  },
  stopping: {
    start: clear,
    end,
    idled: resumed,
    interrupted: resumed,
    restartNeeded,
    exited: ({ reason }, event) =>
      reason === 'turn' && event.exit.wasAsked
        ? endedByStop(goneAfterStop(reason, event))
        : goneAfterStop(reason, event),
    close,
  },
  fallingAsleep: {
    start: clear,
    end: (state, { ladder, hasEnded }) =>
      ladder === 'now' && !hasEnded ? to(state, { do: 'stop', ladder }) : to(state),
    exited: () => to({ at: 'asleep' }, { do: 'release' }, { do: 'reportEnd' }),
    close,
  },
  closed: {
    start: state => to(state, { do: 'refuse', why: 'closed' }),
  },
};

/** Returns the next state, and what is to be done for it, in order. */
export function transition(state: Lifecycle, event: LifecycleEvent): Step {
  if ('run' in event && event.run !== runOf(state)) {
    return to(state);
  }
  const row: Partial<Record<LifecycleEvent['type'], unknown>> = table[state.at];
  const act = row[event.type] as ((state: Lifecycle, event: LifecycleEvent) => Step) | undefined;
  return act ? act(state, event) : to(state);
}

/** Returns the process whose reports count. */
export function runOf(state: Lifecycle): Run | undefined {
  if (state.at === 'clearing') {
    return state.before.run;
  }
  return 'run' in state ? state.run : undefined;
}

export function statusOf(state: Lifecycle): AgentStatus {
  switch (state.at) {
    case 'resting':
    case 'closed':
      return state.shown;
    case 'clearing':
      return state.isWanted ? statusOf(state.before) : { phase: 'stopping' };
    case 'launching':
    case 'starting':
      return { phase: 'starting' };
    case 'abandoning':
      return { phase: 'stopping' };
    case 'asleep':
    case 'fallingAsleep':
      return { phase: 'asleep' };
    case 'idle':
    case 'working':
      return { phase: state.at };
    case 'stopping':
      return { phase: 'stopping', ...(state.detail ? { detail: state.detail } : {}) };
  }
}

const release: LifecycleEffect = { do: 'release' };
const reasons: readonly EndReason[] = ['end', 'turn', 'retirement'];

function to(state: Lifecycle, ...effects: readonly LifecycleEffect[]): Step {
  return { state, effects };
}

function launch(run: Run): Step {
  return to({ at: 'launching', run, isRestartDue: false }, { do: 'launch', run });
}

function clear(before: Predecessor, { next, hasEnded }: EventOf<'start'>): Step {
  const clearing = { at: 'clearing', before, next, isWanted: true } as const;
  if (hasEnded || before.at === 'fallingAsleep') {
    return to(clearing);
  }
  const reason = before.at === 'stopping' ? before.reason : 'end';
  return to({ ...clearing, before: stopping(before, reason) }, { do: 'stop', ladder: 'now' });
}

/** Keeps a start that waits for its predecessor from happening. */
function abandonNext(
  state: StateAt<'clearing'>,
  reason: EndReason,
  ladder: EndLadder,
  hasEnded: boolean,
): Step {
  const { before } = state;
  const isStopped = before.at === 'fallingAsleep' || hasEnded;
  return to(
    { ...state, isWanted: false, before: isStopped ? before : stopping(before, reason) },
    ...(hasEnded ? [] : [{ do: 'stop', ladder } as const]),
  );
}

function abandon(
  { run, hasProcess, reason }: Omit<StateAt<'abandoning'>, 'at'>,
  ladder: EndLadder,
): Step {
  return to({ at: 'abandoning', run, hasProcess, reason }, { do: 'stop', ladder });
}

function interrupt(state: Working): Step {
  const detail = l10n.t('Asking it to stop');
  return to({ ...stopping(state, 'turn'), detail }, { do: 'stop', ladder: 'interrupt' });
}

function end(state: Idle | Working | Stopping, event: EventOf<'end'>): Step {
  const { reason, ladder, hasEnded } = event;
  // The exit is about to be reported, and what it was in the midst of is still to be known then.
  return hasEnded ? to(state) : to(stopping(state, reason), { do: 'stop', ladder });
}

function stopping({ run, isRestartDue, ...state }: Idle | Working | Stopping, reason: EndReason) {
  const before = 'reason' in state ? state.reason : reason;
  return { at: 'stopping', run, isRestartDue, reason: strongerOf(before, reason) } as const;
}

function strongerOf(one: EndReason, other: EndReason): EndReason {
  return reasons.indexOf(one) > reasons.indexOf(other) ? one : other;
}

/** The process goes on after it was asked to end its turn, unless it must end itself. */
function resumed(state: Stopping): Step {
  const { run, isRestartDue, reason } = state;
  return reason === 'turn'
    ? to({ at: 'idle', run, isRestartDue }, { do: 'reportIdle' })
    : to(state);
}

function restartNeeded<S extends StateAt<'launching' | 'starting'> | Idle | Working | Stopping>(
  state: S,
): Step {
  return to({ ...state, isRestartDue: true });
}

function goneAfterStop(reason: EndReason, event: EventOf<'exited'>): Step {
  return gone(event, {
    wasStopped: reason === 'turn',
    isLoss: reason !== 'retirement',
  });
}

/** Offers to go on after a Stop that the agent did not survive. */
function endedByStop({ effects }: Step): Step {
  const detail = l10n.t('The process did not stop by itself and was ended.');
  return to(
    { at: 'resting', shown: { phase: 'stopped', detail, actions: ['resume'] } },
    ...effects,
  );
}

interface ExitContext {
  readonly wasStopped?: boolean;
  readonly isLoss: boolean;
}

function gone(event: EventOf<'exited'>, context: ExitContext): Step {
  const { exit } = event;
  const { wasStopped = false, isLoss } = context;
  return to(
    { at: 'resting', shown: exit.wasAsked ? { phase: 'stopped' } : lostStatus(exit) },
    { do: 'release' },
    { do: 'reportEnd' },
    ...(isLoss ? [{ do: 'reportLoss', exit, wasStopped } as const] : []),
  );
}

function close(state: Lifecycle): Step {
  return to(closed(state), ...(runOf(state) === undefined ? [] : [release]));
}

function closed(state: Lifecycle): Lifecycle {
  return { at: 'closed', shown: statusOf(state) };
}
