import { join } from 'node:path';
import { AcpLauncher } from '../../../src/acp/acpLauncher';
import type { AcpCommand } from '../../../src/acp/ports';
import type { Clock } from '../../../src/base/clock';
import { Emitter } from '../../../src/base/emitter';
import { type Log, silentLog } from '../../../src/base/log';
import type { ChannelId, SessionId } from '../../../src/contract/ids';
import type { Channel } from '../../../src/core/conversation/channel';
import { Decisions } from '../../../src/core/edits/review/decisions';
import { FileViewer } from '../../../src/core/edits/review/fileView';
import { FilesOnDisk } from '../../../src/core/edits/review/reviewedFiles';
import { ChannelFiles } from '../../../src/core/registry/channelFiles';
import { ChannelRegistry } from '../../../src/core/registry/channelRegistry';
import { hostProcesses, identify } from '../../../src/core/registry/hostProcesses';
import { processStartTime } from '../../../src/node/processIdentity';
import { systemClock } from '../../../src/node/systemClock';
import type { SessionWatch } from '../../../src/protocol/sessionWatch';
import { ChannelWatch, noEditor } from '../channels/channelBed';
import { type IsolatedHome, isolatedHome } from '../cli/isolatedHome';
import { TrackedEdits } from '../trackedEdits';
import { type ClientState, clientState, headlessClient } from './headlessClient';
import {
  type ReportEntry,
  readReport,
  received,
  type ScriptedAgentOrders,
  scriptedAgent,
} from './scriptedAgentOrders';

export interface AcpBedOptions {
  /** Clock of the agents; a quicker one shortens their time limits. */
  readonly clock?: Clock;
  readonly log?: Log;
  /** Home of the agents; default: a new one. */
  readonly home?: IsolatedHome;
  /** Closed window whose state this one continues with. */
  readonly after?: AcpBed;
}

/** A clock on which timers fire sooner by this factor. */
export function quicker(factor: number): Clock {
  return {
    now: () => systemClock.now(),
    setTimeout: (fire, delay) => systemClock.setTimeout(fire, delay / factor),
  };
}

/** Nothing else opens the sessions of such agents. */
const noWatch: SessionWatch = {
  foreignProcesses: async () => [],
  onChanged: new Emitter<void>().event,
  lastWrite: async () => undefined,
  end: async () => true,
};

/** A window without an editor, whose conversations are with agents that speak ACP. */
export class AcpBed {
  readonly agents: AcpCommand[] = [];

  private constructor(
    readonly home: IsolatedHome,
    readonly launcher: AcpLauncher,
    readonly registry: ChannelRegistry,
    readonly edits: TrackedEdits,
    readonly client: ClientState,
  ) {}

  static async open(options: AcpBedOptions = {}): Promise<AcpBed> {
    const { clock, log = silentLog, after } = options;
    const home = options.home ?? after?.home ?? (await isolatedHome());
    const storage = join(home.root, 'storage');
    const client = clientState();
    const edits = new TrackedEdits(storage);
    const launcher = new AcpLauncher({
      agents: () => bed.agents,
      client: headlessClient(client, home.env),
      folder: join(storage, 'acp'),
      version: '0.0.0',
      environment: async () => home.env,
      clock: clock ?? systemClock,
      log,
    });
    const registry = new ChannelRegistry(
      new ChannelFiles(storage, systemClock, log),
      {
        agents: launcher,
        edits: edits.tracker,
        ...noEditor,
        identify,
        settings: { whileWorking: 'queue', initialMode: 'default' },
      },
      hostProcesses(log),
      systemClock,
      log,
      { folder: join(storage, 'sessions'), watch: noWatch },
    );
    const bed: AcpBed = new AcpBed(home, launcher, registry, edits, client);
    bed.agents.push(...(after?.agents ?? []));
    return bed;
  }

  /** Undoes all changes of a conversation to a file, as the review does. */
  async undo(talk: AcpTalk, path: string): Promise<void> {
    const { contents, saved, reviews } = this.edits;
    const clock = systemClock;
    const viewer = new FileViewer(contents);
    const files = new FilesOnDisk(() => [this.home.workspace]);
    const ui = { confirm: async <T>(_: string, plans: T) => plans, resolve: async () => false };
    const decisions = new Decisions({ ...{ contents, saved, clock, viewer, files, ui } });
    const review = reviews.get(talk.channel.id);
    const now = await decisions.read({ path });
    const plan = review && (await decisions.planner.rewind(review, path, 0, now));
    await decisions.run('Undo', plan ? [{ channel: review, plan }] : []);
  }

  path(...names: string[]): string {
    return join(this.home.workspace, ...names);
  }

  /** Adds a scripted agent to the setting, or gives one new orders. */
  script(orders: ScriptedAgentOrders, name = 'scripted'): void {
    const command = scriptedAgent(this.home.root, orders, name);
    const known = this.agents.findIndex(agent => agent.name === name);
    this.agents.splice(known < 0 ? this.agents.length : known, 1, command);
  }

  /** Begins a conversation with a scripted agent. */
  async talk(orders?: ScriptedAgentOrders, name = 'scripted'): Promise<AcpTalk> {
    if (orders) {
      this.script(orders, name);
    }
    const channel = await this.registry.create(this.home.workspace, { source: name });
    return new AcpTalk(this, channel, name);
  }

  /** Opens a conversation of an earlier window. */
  async reopen(id: ChannelId, name = 'scripted'): Promise<AcpTalk> {
    const channel = await this.registry.load(this.home.workspace, id);
    if (!channel) throw new Error('The conversation is not stored');
    return new AcpTalk(this, channel, name);
  }

  async openSession(id: SessionId, name = 'scripted'): Promise<AcpTalk> {
    const channel = await this.registry.openSession(this.home.workspace, id);
    return new AcpTalk(this, channel, name);
  }

  /** Returns the processes of agents, and of what they started, that are still alive. */
  async left(name = 'scripted'): Promise<number[]> {
    const pids = readReport(this.home.root, name).flatMap(({ event, pid }) =>
      (event === 'start' || event === 'grandchild') && pid ? [pid] : [],
    );
    const alive = await Promise.all(
      pids.map(async pid =>
        (await processStartTime(pid, process.platform)) === undefined ? [] : [pid],
      ),
    );
    return alive.flat();
  }

  /** Closes this window's channels and disposes of its services. */
  async leave(): Promise<void> {
    await Promise.all(this.registry.all.map(channel => this.registry.close(channel.id)));
    this.registry.dispose();
    this.edits.dispose();
  }

  async close(): Promise<void> {
    await this.leave();
    await this.home.dispose();
  }
}

/** A conversation of the window. */
export class AcpTalk {
  readonly watch: ChannelWatch;

  constructor(
    private readonly bed: AcpBed,
    readonly channel: Channel,
    private readonly name: string,
  ) {
    this.watch = new ChannelWatch(channel);
  }

  send(text: string): void {
    this.channel.messages.send({ text, images: [] });
  }

  /** Sends a message and waits until this many turns have ended. */
  async turn(text: string, count = 1): Promise<void> {
    this.send(text);
    await this.watch.turns(count);
  }

  get report(): ReportEntry[] {
    return readReport(this.bed.home.root, this.name);
  }

  /** Requests, notifications and answers that the agent has received. */
  get received() {
    return received(this.bed.home.root, this.name);
  }

  /** All text of the agent's answers. */
  get said(): string {
    const { turns, open } = this.channel.conversation;
    return [...turns, ...(open ? [open] : [])]
      .flatMap(({ items }) => items)
      .flatMap(item => (item.kind === 'text' && typeof item.text === 'string' ? [item.text] : []))
      .join('\n');
  }

  /** Notes about data that nobody understood. */
  get unknowns(): string[] {
    return this.watch.events.flatMap(event => (event.type === 'unknown' ? [event.what] : []));
  }

  get notices(): string[] {
    return this.watch.events.flatMap(event =>
      event.type === 'notice' && 'text' in event.notice ? [event.notice.text] : [],
    );
  }
}
