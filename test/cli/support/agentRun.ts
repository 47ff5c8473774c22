import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { isObject, type JsonObject } from '../../../src/base/json';
import type { Log } from '../../../src/base/log';
import { CliAgent } from '../../../src/cli/cliAgent';
import { ControlSupport } from '../../../src/cli/control/controlSupport';
import type { LaunchSession } from '../../../src/cli/launch/argv';
import { cliEnvironment, mayBypassPermissions } from '../../../src/cli/launch/cliEnvironment';
import type { LaunchSettings } from '../../../src/cli/launch/launchSettings';
import type { Conversation, Item } from '../../../src/contract/conversation';
import type { ConversationEvent, TurnOutcome } from '../../../src/contract/events';
import type { MessageId, SessionId } from '../../../src/contract/ids';
import type {
  AgentExit,
  AgentHost,
  ElicitationRequest,
  ElicitedInput,
  OutgoingMessage,
  PermissionAnswer,
  PermissionRequest,
  ToolOutcome,
  ToolUse,
} from '../../../src/protocol/agentSource';
import { emptyConversation } from '../../../src/transcript/emptyConversation';
import { fold } from '../../../src/transcript/fold';
import { ScriptedApi } from '../../support/api/scriptedApi';
import type { CliBinary } from '../../support/cli/cliBinary';
import { type IsolatedHome, isolatedHome } from '../../support/cli/isolatedHome';

export type Decide = (
  request: PermissionRequest,
  signal: AbortSignal,
) => PermissionAnswer | Promise<PermissionAnswer>;

export interface AgentRunOptions {
  settings?: LaunchSettings;
  session?: LaunchSession;
  env?: Readonly<Record<string, string>>;
  home?: IsolatedHome;
  api?: ScriptedApi;
  clock?: ConstructorParameters<typeof CliAgent>[0]['clock'];
  mcpServers?: ConstructorParameters<typeof CliAgent>[0]['mcpServers'];
}

export const allowOnce: Decide = ({ input }) => ({ kind: 'allow', input, apply: [] });

/** The product's agent process, with a host that records everything. */
export class AgentRun implements AgentHost {
  readonly events: ConversationEvent[] = [];
  readonly requests: PermissionRequest[] = [];
  readonly before: ToolUse[] = [];
  readonly after: { use: ToolUse; outcome: ToolOutcome }[] = [];
  readonly activities: string[] = [];
  readonly warnings: string[] = [];
  /** Frames written to the CLI. */
  readonly sent: JsonObject[] = [];
  exit: AgentExit | undefined;
  decide_: Decide = allowOnce;
  readonly elicitations: ElicitationRequest[] = [];
  /** Names of pages that servers are done with. */
  readonly finishedPages: string[] = [];
  /** Additional context that the agent gets after a tool. */
  words: string | undefined;
  readonly process: CliAgent;
  readonly sessionId: SessionId;
  private conversation: Conversation = emptyConversation;
  private readonly waiters = new Set<() => void>();

  private constructor(
    binary: CliBinary,
    readonly api: ScriptedApi,
    readonly home: IsolatedHome,
    options: AgentRunOptions,
    private readonly owned: (() => Promise<unknown>)[],
  ) {
    const session = options.session ?? { kind: 'new', id: randomUUID() as string as SessionId };
    const env = cliEnvironment({
      inherited: home.env,
      shell: home.env,
      platform: process.platform,
      target: {},
      isOwnInstall: false,
      custom: options.env,
    });
    this.sessionId = session.id;
    this.process = new CliAgent(
      {
        command: binary.command,
        args: binary.prefix,
        env,
        cwd: home.workspace,
        version: binary.version,
        support: new ControlSupport(binary.version),
        session,
        // As the host does: some versions would begin in another mode by themselves.
        settings: { 'tandem.permissions.initialMode': 'default', ...options.settings },
        mayBypass: mayBypassPermissions(env),
        scratchFolder: join(home.root, 'scratch'),
        log: this.log(),
        ...(options.clock ? { clock: options.clock } : {}),
        ...(options.mcpServers ? { mcpServers: options.mcpServers } : {}),
      },
      this,
    );
  }

  /** Starts an agent, in a new home unless one is given. */
  static async start(binary: CliBinary, options: AgentRunOptions = {}): Promise<AgentRun> {
    const run = await AgentRun.create(binary, options);
    try {
      await run.process.start();
    } catch (error) {
      await run.close();
      throw error;
    }
    return run;
  }

  static async create(binary: CliBinary, options: AgentRunOptions = {}): Promise<AgentRun> {
    const owned: (() => Promise<unknown>)[] = [];
    const api = options.api ?? (await ScriptedApi.start());
    if (!options.api) owned.push(() => api.close());
    const home = options.home ?? (await isolatedHome({ apiUrl: api.url, maxRetries: 1 }));
    if (!options.home) owned.push(home.dispose);
    return new AgentRun(binary, api, home, options, owned);
  }

  async close(): Promise<void> {
    await this.process.stop('now');
    this.process.dispose();
    for (const dispose of this.owned) await dispose();
  }

  path(...names: string[]): string {
    return join(this.home.workspace, ...names);
  }

  get folded(): Conversation {
    return this.conversation;
  }

  /** All items of the last turn. */
  get items(): readonly Item[] {
    return (this.conversation.open ?? this.conversation.turns.at(-1))?.items ?? [];
  }

  get outcome(): TurnOutcome | undefined {
    return this.conversation.turns.at(-1)?.outcome;
  }

  /** Text of the last turn. */
  get text(): string {
    return this.items.map(item => (item.kind === 'text' ? item.text : '')).join('');
  }

  get settings() {
    return this.conversation.summary.settings;
  }

  async send(
    text: string,
    urgency: OutgoingMessage['urgency'] = 'turn',
    images: OutgoingMessage['images'] = [],
  ): Promise<MessageId> {
    const id = randomUUID() as string as MessageId;
    await this.process.send({ id, text, images, urgency });
    return id;
  }

  /** Sends a message and waits until the agent accepts the next one. */
  async turn(text: string, images?: OutgoingMessage['images']): Promise<void> {
    await this.send(text, 'turn', images);
    await this.idle();
  }

  idle(): Promise<void> {
    return this.until(() => this.activities.at(-1) === 'idle');
  }

  /** Resolves when the condition holds; checked after every agent event. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) {
      if (this.exit) throw new Error(`The CLI ended early: ${JSON.stringify(this.exit)}`);
      await this.next();
    }
  }

  async exited(): Promise<AgentExit> {
    while (!this.exit) await this.next();
    return this.exit;
  }

  /** Returns the answers written to permission requests. */
  answers(): JsonObject[] {
    return this.sent
      .filter(frame => frame.type === 'control_response')
      .map(frame => (isObject(frame.response) ? frame.response.response : undefined))
      .filter(isObject)
      .filter(response => 'behavior' in response);
  }

  onEvents(events: readonly ConversationEvent[]): void {
    this.events.push(...events);
    for (const event of events) this.conversation = fold(this.conversation, event);
    this.wake();
  }

  onActivity(activity: 'working' | 'idle'): void {
    this.activities.push(activity);
    this.wake();
  }

  async decide(request: PermissionRequest, signal: AbortSignal): Promise<PermissionAnswer> {
    this.requests.push(request);
    this.wake();
    return this.decide_(request, signal);
  }

  async elicit(request: ElicitationRequest): Promise<ElicitedInput> {
    this.elicitations.push(request);
    return { action: 'cancel' };
  }

  onPageFinished(server: string, pageId: string): void {
    this.finishedPages.push(`${server} ${pageId}`);
  }

  async beforeTool(use: ToolUse): Promise<void> {
    this.before.push(use);
  }

  async afterTool(use: ToolUse, outcome: ToolOutcome): Promise<string | undefined> {
    this.after.push({ use, outcome });
    return this.words;
  }

  onExit(exit: AgentExit): void {
    this.exit = exit;
    this.wake();
  }

  private next(): Promise<void> {
    return new Promise(resolve => this.waiters.add(resolve));
  }

  private wake(): void {
    const waiters = [...this.waiters];
    this.waiters.clear();
    for (const wake of waiters) wake();
  }

  private log(): Log {
    const note = (message: string) => void this.warnings.push(message);
    const log: Log = {
      trace: message => {
        if (message.startsWith('→ ')) this.sent.push(readTrace(message.slice(2)));
      },
      debug: () => undefined,
      info: note,
      warn: note,
      error: note,
      child: () => log,
      traces: true,
    };
    return log;
  }
}

function readTrace(line: string): JsonObject {
  try {
    return JSON.parse(line) as JsonObject;
  } catch {
    // The log truncates long lines.
    return { type: 'cut' };
  }
}
