import { join } from 'node:path';
import type { Clock } from '../../../src/base/clock';
import { type Log, silentLog } from '../../../src/base/log';
import { CliLauncher, type CliLauncherOptions } from '../../../src/cli/cliLauncher';
import { CliLocator, type LocateRequest } from '../../../src/cli/launch/cliLocator';
import type { LaunchSettings } from '../../../src/cli/launch/launchSettings';
import { VersionReader } from '../../../src/cli/launch/version';
import { CliSessionWatch } from '../../../src/cli/sessions/cliSessionWatch';
import type { ConversationEvent } from '../../../src/contract/events';
import type { PromptId } from '../../../src/contract/ids';
import type { Prompt } from '../../../src/contract/prompts';
import type { Channel } from '../../../src/core/conversation/channel';
import type { OpenFiles } from '../../../src/core/conversation/editEvents';
import type {
  EditedInput,
  ProposalPresenter,
} from '../../../src/core/conversation/permissionBroker';
import type { ChannelPorts, ChannelSettings } from '../../../src/core/conversation/ports';
import { ChannelFiles } from '../../../src/core/registry/channelFiles';
import { ChannelRegistry } from '../../../src/core/registry/channelRegistry';
import { hostProcesses, identify } from '../../../src/core/registry/hostProcesses';
import type { ProcessPort } from '../../../src/core/registry/leaseDetector';
import { LoginShell } from '../../../src/node/loginShell';
import { systemClock } from '../../../src/node/systemClock';
import type { AgentLauncher } from '../../../src/protocol/agentLauncher';
import { type CliBinary, type CliVersion, cliBinary } from '../cli/cliBinary';
import type { IsolatedHome } from '../cli/isolatedHome';
import { sharedStandIn } from '../cli/sharedStandIn';
import { isFull } from '../extent';
import { TrackedEdits } from '../trackedEdits';

export type BedCli = CliVersion | 'stand-in';

/**
 * CLI of tests about what is ours above the wire. `npm test` runs the stand-in, which
 * `test/cli/standIn.full.test.ts` compares with the newest CLI; the full run has the newest itself.
 */
export const underOurs: BedCli = isFull ? 'newest' : 'stand-in';

export interface ChannelBedOptions {
  home: Pick<IsolatedHome, 'root' | 'home' | 'env'>;
  /** Default: the newest CLI. */
  version?: BedCli;
  /** Path of a program to run in place of the real CLI. */
  path?: string;
  /** `tandem.cli.wrapper` and `tandem.cli.env` */
  wrapper?: LocateRequest['wrapper'];
  customEnv?: LocateRequest['customEnv'];
  /** The search for the CLI ends with it. */
  isSearched?: Promise<void>;
  /** Environment in which the CLI finds its files, while the search runs. */
  storeEnvironment?: () => Promise<NodeJS.ProcessEnv>;
  settings?: LaunchSettings;
  /** Tools that the editor offers to agents; `servers` adds further MCP servers. */
  tools?: CliLauncherOptions['tools'];
  servers?: CliLauncherOptions['servers'];
  environment?: CliLauncherOptions['environment'];
  /** Default: agents and prompts of other tools are off. */
  agentPlaces?: CliLauncherOptions['agentPlaces'];
  learn?: CliLauncherOptions['learn'];
  /** Default: folders' programs run. */
  programs?: CliLauncherOptions['programs'];
  channelSettings?: Partial<ChannelSettings>;
  /** Wraps the launcher of agents, for tests that intercept it. */
  around?: (agents: AgentLauncher) => AgentLauncher;
  ports?: Partial<ChannelPorts>;
  /** Edit tracking, for tests that inspect it. Default: a new instance. */
  edits?: TrackedEdits;
  /** Process information; a different one simulates another window. */
  processes?: ProcessPort;
  clock?: Clock;
  log?: Log;
}

/** Milliseconds, less than a test's timeout, so that the failure shows the conversation. */
const patience = 50_000;

/** Shared by all windows: an old CLI takes as long to print its version as to start. */
const versions = new VersionReader(process.platform, {
  ...systemClock,
  // A busy machine needs more than the time limit that users get.
  setTimeout: (fire, delay) => systemClock.setTimeout(fire, 10 * delay),
});

/** Returns a window's channels: all of the host that needs no editor, around a CLI. */
export async function channelBed(options: ChannelBedOptions): Promise<ChannelRegistry> {
  const { home, version = 'newest', log = silentLog, clock = systemClock } = options;
  const path = options.path ?? (await bedCli(version)).path;
  const storage = join(home.root, 'storage');
  const { platform, execPath } = process;
  const locator = new CliLocator({
    // The environment of an isolated home is complete, so no login shell is queried.
    shell: new LoginShell({ platform, env: { ...home.env, SHELL: 'false' }, execPath }),
    versions,
    inherited: home.env,
    platform,
    execPath,
    home: home.home,
    scratchFolder: join(storage, 'scratch'),
    log,
  });
  const { wrapper, customEnv = {} } = options;
  const { isSearched, storeEnvironment } = options;
  const locate = async () => {
    await isSearched;
    return locator.locate({ setting: path, customEnv, wrapper });
  };
  const settings = {
    whileWorking: 'queue',
    initialMode: 'default',
    ...options.channelSettings,
  } as const;
  const agents = new CliLauncher({
    locate,
    settings: () => ({
      'tandem.permissions.initialMode': settings.initialMode,
      ...options.settings,
      'tandem.cli.path': path,
    }),
    programs: options.programs ?? {
      decide: async () => 'allow',
      keepRules: async () => undefined,
    },
    scratchFolder: join(storage, 'scratch'),
    ...(storeEnvironment ? { storeEnvironment } : {}),
    ...(options.tools ? { tools: options.tools } : {}),
    ...(options.servers ? { servers: options.servers } : {}),
    ...(options.environment ? { environment: options.environment } : {}),
    ...(options.agentPlaces ? { agentPlaces: options.agentPlaces } : {}),
    ...(options.learn ? { learn: options.learn } : {}),
    log,
  });
  const view = { openDiff: async () => undefined, review: async () => undefined };
  const edits = options.edits ?? new TrackedEdits(storage, { view, log });
  return new ChannelRegistry(
    new ChannelFiles(storage, clock, log),
    {
      agents: options.around?.(agents) ?? agents,
      edits: edits.tracker,
      ...noEditor,
      ...options.ports,
      identify,
      settings,
    },
    options.processes ?? hostProcesses(log),
    clock,
    log,
    {
      folder: join(storage, 'sessions'),
      watch: new CliSessionWatch(locate, storeEnvironment),
    },
  );
}

export async function bedCli(version: BedCli): Promise<CliBinary> {
  return version === 'stand-in' ? sharedStandIn() : cliBinary(version);
}

/** A window without an editor: no unsaved files and no known problems. */
const noOpenFiles: OpenFiles = {
  before: async () => [],
  after: async () => ({ problems: new Map() }),
  forget: () => undefined,
};

/** A window without an editor: shows no diffs, so no proposal is changed by hand. */
class NoDiffs implements ProposalPresenter {
  open(): undefined {
    return undefined;
  }

  async change(): Promise<undefined> {
    return undefined;
  }

  reveal(_prompt: PromptId): Promise<void> {
    return Promise.resolve();
  }

  async editedInput(_prompt: PromptId): Promise<EditedInput | undefined> {
    return undefined;
  }

  close(_prompt: PromptId): Promise<void> {
    return Promise.resolve();
  }
}

/** Ports of a window without an editor. */
export const noEditor = {
  openFiles: noOpenFiles,
  proposals: new NoDiffs(),
} satisfies Partial<ChannelPorts>;

/** Collects a channel's events and waits for states that a test expects. */
export class ChannelWatch {
  readonly events: ConversationEvent[] = [];
  private readonly waiters = new Set<() => void>();

  constructor(readonly channel: Channel) {
    channel.history.attach({
      post: message => {
        this.events.push(...message.events);
        this.wake();
      },
    });
    channel.onChanged(() => this.wake());
  }

  /** Resolves as soon as the channel meets the condition. */
  async until<T>(what: string, condition: (channel: Channel) => T | undefined | false): Promise<T> {
    for (;;) {
      const found = condition(this.channel);
      if (found !== undefined && found !== false) {
        return found;
      }
      await new Promise<void>((resolve, reject) => {
        const late = setTimeout(() => {
          this.waiters.delete(wake);
          reject(new Error(`Waited in vain for: ${what}\n${this.describe()}`));
        }, patience);
        const wake = () => {
          clearTimeout(late);
          resolve();
        };
        this.waiters.add(wake);
      });
    }
  }

  prompt(kind: Prompt['kind'] = 'permission'): Promise<Prompt> {
    return this.until(`a ${kind} prompt`, ({ conversation }) =>
      conversation.summary.waiting.find(prompt => prompt.kind === kind),
    );
  }

  phase(phase: string): Promise<true> {
    return this.until(
      `phase ${phase}`,
      ({ conversation }) => conversation.summary.agent.phase === phase || undefined,
    );
  }

  /** Resolves when this many turns have ended and nothing is running. */
  turns(count: number): Promise<true> {
    return this.until(`${count} turns`, ({ conversation }) => {
      const { turns, open, summary } = conversation;
      return turns.length >= count && !open && summary.agent.phase === 'idle' ? true : undefined;
    });
  }

  private wake(): void {
    const waiters = [...this.waiters];
    this.waiters.clear();
    for (const wake of waiters) {
      wake();
    }
  }

  private describe(): string {
    const { turns, open, summary } = this.channel.conversation;
    const items = [...turns, ...(open ? [open] : [])].map(turn => ({
      outcome: turn.outcome,
      items: turn.items.map(item => {
        if (item.kind === 'notice') return item.notice;
        return item.kind === 'tool' ? `${item.call.title} ${item.call.status}` : item.kind;
      }),
    }));
    return JSON.stringify({ agent: summary.agent, queue: summary.queue, items }, null, 2);
  }
}
