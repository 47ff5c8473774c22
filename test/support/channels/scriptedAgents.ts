import type { Deferred } from '../../../src/base/deferred';
import { UserError } from '../../../src/base/errors';
import { type Log, silentLog } from '../../../src/base/log';
import type { ConversationEvent } from '../../../src/contract/events';
import type { ChannelId, SessionId } from '../../../src/contract/ids';
import { Channel } from '../../../src/core/conversation/channel';
import { type ChannelRecord, emptyRecord } from '../../../src/core/conversation/channelRecord';
import type { MessageContext } from '../../../src/core/conversation/messageContext';
import type { ProposalPresenter } from '../../../src/core/conversation/permissionBroker';
import type { ChannelPorts } from '../../../src/core/conversation/ports';
import type { AgentLauncher, LaunchOptions } from '../../../src/protocol/agentLauncher';
import type {
  AgentExit,
  AgentHost,
  AgentProcess,
  ForkPoint,
  OutgoingMessage,
  StopLadder,
} from '../../../src/protocol/agentSource';
import type { StoredSession } from '../../../src/protocol/storedSession';
import { FakeClock } from '../../unit/node/fakeClock';

/** An agent whose processes do exactly what a test scripts. */
class ScriptedAgents implements AgentLauncher {
  readonly processes: ScriptedProcess[] = [];
  readonly launches: LaunchOptions[] = [];
  /** Stored texts, one per turn; undefined if no session is stored. */
  stored: string[] | undefined;
  /** Outcome of the last stored turn. */
  outcome: 'completed' | 'interrupted' = 'completed';
  /** Reason why the stored session cannot be read. */
  unreadable: string | undefined;
  /** Number of reads so far. */
  reads = 0;
  /** Launches wait for this promise. */
  gate: Promise<void> = Promise.resolve();
  /** The length of the stored session is reported after this promise. */
  measured: Promise<void> = Promise.resolve();

  onLaunched: (process: ScriptedProcess) => void = () => undefined;

  async launch(options: LaunchOptions, host: AgentHost): Promise<AgentProcess> {
    this.launches.push(options);
    await this.gate;
    const process = new ScriptedProcess(host, 1000 + this.processes.length);
    this.processes.push(process);
    this.onLaunched(process);
    return process;
  }

  get newest(): ScriptedProcess {
    const newest = this.processes.at(-1);
    if (!newest) throw new Error('No process was started');
    return newest;
  }

  async hasSession(): Promise<boolean> {
    return this.stored !== undefined;
  }

  async openSession(): Promise<StoredSession | undefined> {
    this.reads += 1;
    if (this.unreadable) {
      throw new UserError('session.unreadable', this.unreadable);
    }
    const texts = this.stored;
    if (!texts) {
      return undefined;
    }
    const events = texts.flatMap((text, index) =>
      storedTurn(text, index, index === texts.length - 1 ? this.outcome : 'completed'),
    );
    const tail = { place: { key: 'tail' }, events };
    return { tail, page: async () => tail, older: async () => ({ texts: [] }) };
  }

  async storedLength(): Promise<number> {
    await this.measured;
    return this.stored?.length ?? 0;
  }

  async hasMessageSince(_cwd: string, _id: SessionId, length: number): Promise<boolean> {
    return (this.stored?.length ?? 0) > length;
  }

  async forkPoint(): Promise<ForkPoint> {
    return { kind: 'at', at: 'before' };
  }
}

function storedTurn(
  text: string,
  index: number,
  kind: 'completed' | 'interrupted',
): ConversationEvent[] {
  return [
    { type: 'turn.started', turnId: `turn:${index}` as never, at: index, origin: 'person' },
    { type: 'prompt.sent', messageId: text as never, at: index, text, images: [] },
    { type: 'turn.ended', at: index, outcome: { kind } },
  ];
}

class ScriptedProcess implements AgentProcess {
  readonly sent: OutgoingMessage[] = [];
  hasEnded = false;
  scheduled = 0;
  /** Error for the next message; undefined accepts the message. */
  refuses: Error | undefined;
  /** True if an interrupt ends the turn only, as it does with the real CLI. */
  survivesInterrupt = false;
  private isWorking = false;
  private isGone = false;

  constructor(
    readonly host: AgentHost,
    readonly pid: number,
  ) {}

  async start(): Promise<void> {
    if (this.isGone) {
      throw new UserError('cli.closed', 'The process was stopped while it was starting.');
    }
  }

  async send(message: OutgoingMessage): Promise<void> {
    if (this.hasEnded) {
      throw new UserError('process.ended', 'The process was ended by SIGKILL.');
    }
    if (this.refuses) {
      throw this.refuses;
    }
    this.sent.push(message);
    this.isWorking = true;
    this.host.onActivity('working');
  }

  /** Ends the turn that the last message began. */
  answer(): void {
    this.isWorking = false;
    this.host.onEvents([{ type: 'turn.ended', at: 1, outcome: { kind: 'completed' } }]);
    this.host.onActivity('idle');
  }

  /** Ends the running turn before it is complete; says nothing if none runs. */
  cutShort(activity: 'working' | 'idle' = 'idle'): void {
    if (this.isWorking) {
      this.host.onEvents([{ type: 'turn.ended', at: 1, outcome: { kind: 'interrupted' } }]);
      this.isWorking = activity === 'working';
      this.host.onActivity(activity);
    }
  }

  /** Marks the process as dead without notifying the host. */
  die(): void {
    this.hasEnded = true;
  }

  /** Reports the end of the process to the host. */
  tellEnd(exit: Partial<AgentExit> = {}): void {
    this.hasEnded = true;
    if (!this.isGone) {
      this.isGone = true;
      const sessionId = undefined;
      this.host.onExit({
        code: null,
        signal: 'SIGKILL',
        stderr: '',
        wasAsked: false,
        sessionId,
        ...exit,
      });
    }
  }

  async stop(ladder: StopLadder): Promise<void> {
    await Promise.resolve();
    if (ladder === 'interrupt' && this.survivesInterrupt) {
      this.cutShort();
      return;
    }
    this.tellEnd({ code: 0, signal: null, wasAsked: true });
  }

  dispose(): void {
    this.hasEnded = true;
    this.isGone = true;
  }

  interrupt = done;
  setMode: AgentProcess['setMode'] = done;
  setModel: AgentProcess['setModel'] = done;
  setOption: NonNullable<AgentProcess['setOption']> = done;
  setEffort: AgentProcess['setEffort'] = done;
  setFastMode: AgentProcess['setFastMode'] = done;
  setUltracode: AgentProcess['setUltracode'] = done;
  setMaxThinkingTokens = done;
  stopTask = done;
  refreshUsage = done;
  rename = async () => {
    throw new UserError('cli.unsupported', 'It knows no names.');
  };
  askAside = async (question: string) => `About ${question}`;
  taskOutput = async () => ({ text: '', isCut: false });
  servers = {
    toolsChanged: async () => true,
    set: async () => new Map(),
    list: async () => [],
  };
  rewindFiles = async () => ({ files: [], insertions: 0, deletions: 0 });
}

async function done(): Promise<void> {
  await Promise.resolve();
}

const noDiffs: ProposalPresenter = {
  open: () => undefined,
  change: async () => undefined,
  reveal: done,
  editedInput: async () => undefined,
  close: done,
};

export interface ScriptedBed {
  readonly agents: ScriptedAgents;
  readonly channel: Channel;
  /** Records written to disk, oldest first. */
  readonly written: ChannelRecord[];
  /** Settings that a test may change at any time. */
  readonly settings: { whileWorking: 'queue' | 'steer'; initialMode: 'default' };
  /** Writes wait for this promise. */
  disk: Deferred<void> | undefined;
  /** Reads what messages mention. Default: texts stay as they are. */
  mentions: MessageContext;
  /** How often the workspace was to be read. */
  reads: number;
  readonly clock: FakeClock;
}

/** Creates one channel around a scripted agent, with a clock that stands still. */
export function scriptedBed(
  start: Partial<ChannelRecord> = {},
  log: Log = silentLog,
  more: Pick<ChannelPorts, 'known'> = {},
): ScriptedBed {
  const agents = new ScriptedAgents();
  const written: ChannelRecord[] = [];
  const record: ChannelRecord = {
    ...emptyRecord({
      channelId: 'channel' as ChannelId,
      sessionId: 'session' as SessionId,
      cwd: process.cwd(),
    }),
    ...start,
  };
  let newest = record;
  const settings: ScriptedBed['settings'] = { whileWorking: 'queue', initialMode: 'default' };
  const ports: ChannelPorts = {
    agents,
    edits: {
      attach: () => undefined,
      warmUp: () => {
        bed.reads += 1;
      },
      remembered: async () => [],
      cutOff: async () => [],
      before: done,
      asked: () => undefined,
      permitted: done,
      after: async () => ({ updates: [] }),
      forget: () => undefined,
      detach: () => undefined,
      settle: async () => [],
      turnEnded: async () => [],
      openDiff: done,
      review: done,
    },
    openFiles: {
      before: async () => [],
      after: async () => ({ problems: new Map() }),
      forget: () => undefined,
    },
    proposals: noDiffs,
    settings,
    contextOf: () => ({
      prepare: (...asked) => bed.mentions.prepare(...asked),
    }),
    identify: async () => undefined,
    ...more,
  };
  const bed: Pick<ScriptedBed, 'disk' | 'mentions' | 'reads'> = {
    disk: undefined,
    reads: 0,
    mentions: { prepare: async ({ text }) => ({ text, context: [] }) },
  };
  const clock = new FakeClock();
  const flush = async () => {
    const now = newest;
    await bed.disk?.promise;
    written.push(now);
  };
  const storage = {
    save: (saved: ChannelRecord) => {
      newest = saved;
    },
    written: flush,
    flush,
  };
  const channel = new Channel(record, ports, storage, clock, log);
  return Object.assign(bed, { agents, channel, written, settings, clock });
}
