import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Emitter } from '../../../src/base/emitter';
import { silentLog } from '../../../src/base/log';
import type { ConversationEvent } from '../../../src/contract/events';
import type { SessionId } from '../../../src/contract/ids';
import { ChannelFiles } from '../../../src/core/registry/channelFiles';
import { ChannelRegistry } from '../../../src/core/registry/channelRegistry';
import { systemClock } from '../../../src/node/systemClock';
import type { AgentLauncher, LaunchOptions } from '../../../src/protocol/agentLauncher';
import type { AgentHost, AgentProcess } from '../../../src/protocol/agentSource';
import type { ForeignProcess, LastWrite, SessionWatch } from '../../../src/protocol/sessionWatch';
import type { StoredSession } from '../../../src/protocol/storedSession';
import { TrackedEdits } from '../trackedEdits';

/** A test's agent process, controlled by the test. */
export class StandInProcess implements AgentProcess {
  isRunning = false;
  hasEnded = false;
  readonly scheduled = 0;
  readonly session: SessionId;

  constructor(
    readonly pid: number,
    options: LaunchOptions,
    readonly host: AgentHost,
    /** Lets a test delay the end of the process. */
    private readonly ending: () => Promise<void>,
  ) {
    this.session = options.session.id;
  }

  async start() {
    this.isRunning = true;
  }

  async stop() {
    await this.ending();
    if (this.isRunning) {
      this.isRunning = false;
      this.hasEnded = true;
      this.host.onExit({
        code: 0,
        signal: null,
        stderr: '',
        wasAsked: true,
        sessionId: this.session,
      });
    }
  }

  dispose() {
    this.isRunning = false;
    this.hasEnded = true;
  }

  send = async () => undefined;
  interrupt = async () => undefined;
  setMode = async () => undefined;
  askAside = async () => '';
  setModel = async () => undefined;
  setEffort = async () => undefined;
  setFastMode = async () => undefined;
  setUltracode = async () => undefined;
  setMaxThinkingTokens = async () => undefined;
  servers = {
    toolsChanged: async () => true,
    set: async () => new Map(),
    list: async () => [],
  };
  rewindFiles = async () => ({ files: [], insertions: 0, deletions: 0 });
  stopTask = async () => undefined;
  taskOutput = async () => ({ text: '', isCut: false });
  rename = async () => undefined;
  refreshUsage = async () => undefined;
}

/** Windows on one storage, each with a registry, around a test agent: no CLI, no editor. */
export class WindowBed {
  readonly stored = new Set<SessionId>();
  /** History stored under each of these sessions. */
  said: readonly ConversationEvent[] = [];
  /** Agents of the sessions that Claude Code has not stored. */
  readonly sources = new Map<SessionId, string>();
  readonly processes: StandInProcess[] = [];
  /** Visible terminals that carry a session. */
  strangers: ForeignProcess[] = [];
  /** Last write to each session. */
  written: LastWrite | undefined;
  /** Delays the launch of processes. */
  launching: () => Promise<void> = async () => undefined;
  ending: () => Promise<void> = async () => undefined;
  endingLeftover: () => Promise<void> = async () => undefined;
  /** Runs when a stopped terminal has ended, before the window learns of it. */
  terminalEnded: () => Promise<void> = async () => undefined;
  readonly ended: number[] = [];
  readonly living = new Set<number>();
  /** Extension hosts whose start time the system does not report at the moment. */
  readonly unidentified = new Set<number>();
  private readonly changed = new Emitter<void>();
  private readonly closers: (() => void)[] = [];

  private constructor(
    readonly cwd: string,
    readonly storage: string,
  ) {}

  static async open(): Promise<WindowBed> {
    const folder = await mkdtemp(join(tmpdir(), 'windows-'));
    return new WindowBed(folder, folder);
  }

  /** Windows that can neither create nor write a file of their own. */
  static async withoutStorage(): Promise<WindowBed> {
    const folder = await mkdtemp(join(tmpdir(), 'windows-'));
    const file = join(folder, 'file');
    await writeFile(file, '');
    return new WindowBed(folder, join(file, 'storage'));
  }

  /** @param pid of its extension host; alive until it is removed from `living` */
  window(pid: number): ChannelRegistry {
    this.living.add(pid);
    const edits = new TrackedEdits(join(this.cwd, `edits-${pid}`));
    const registry = new ChannelRegistry(
      new ChannelFiles(this.storage, systemClock, silentLog),
      {
        agents: this.agents(),
        edits: edits.tracker,
        openFiles: {
          before: async () => [],
          after: async () => ({ problems: new Map() }),
          forget: () => undefined,
        },
        proposals: {
          open: () => undefined,
          change: async () => undefined,
          reveal: async () => undefined,
          editedInput: async () => undefined,
          close: async () => undefined,
        },
        identify: async agent => ({ pid: agent, startTime: 'agent' }),
        settings: { whileWorking: 'queue', initialMode: 'default' },
      },
      {
        self: async () =>
          this.unidentified.has(pid) ? undefined : { pid, startTime: `start of ${pid}` },
        lives: async one => this.living.has(one.pid) && one.startTime === `start of ${one.pid}`,
        endOrphan: async ({ pid: left }) => {
          this.ended.push(left);
          await this.endingLeftover();
        },
      },
      systemClock,
      silentLog,
      { folder: join(this.storage, 'sessions'), watch: this.watch() },
    );
    this.closers.push(() => {
      registry.dispose();
      edits.dispose();
    });
    return registry;
  }

  /** Returns the processes that currently carry a session. */
  carriers(id: SessionId): StandInProcess[] {
    return this.processes.filter(({ session, isRunning }) => session === id && isRunning);
  }

  async close(): Promise<void> {
    for (const close of this.closers) {
      close();
    }
    await rm(this.cwd, { recursive: true, force: true, maxRetries: 5 });
  }

  private agents(): AgentLauncher {
    return {
      launch: async (options, host) => {
        await this.launching();
        const pid = 5_000 + this.processes.length;
        const process = new StandInProcess(pid, options, host, () => this.ending());
        this.processes.push(process);
        return process;
      },
      hasSession: async (_cwd, id) => this.stored.has(id),
      openSession: async (_cwd, id) => (this.stored.has(id) ? storedSession(this.said) : undefined),
      storedLength: async () => 0,
      hasMessageSince: async () => false,
      forkPoint: async () => ({ kind: 'first' }),
      sourceOf: async id => this.sources.get(id),
    };
  }

  private watch(): SessionWatch {
    return {
      foreignProcesses: async (ids, own) =>
        this.strangers.filter(({ sessionId, pid }) => ids.has(sessionId) && !own.has(pid)),
      onChanged: this.changed.event,
      lastWrite: async () => this.written,
      end: async pid => {
        this.ended.push(pid);
        this.strangers = this.strangers.filter(one => one.pid !== pid);
        this.changed.fire();
        await this.terminalEnded();
        return true;
      },
    };
  }
}

function storedSession(events: readonly ConversationEvent[]): StoredSession {
  const tail = { place: { key: 'end' }, events };
  return { tail, page: async () => tail, older: async () => ({ texts: [] }) };
}
