import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Deferred } from '../../../../../src/base/deferred';
import { Emitter, type Event } from '../../../../../src/base/emitter';
import { UserError } from '../../../../../src/base/errors';
import { silentLog } from '../../../../../src/base/log';
import {
  followServers,
  type ServedChannel,
} from '../../../../../src/host/agentTools/servers/followServers';
import { ServerConsent } from '../../../../../src/host/agentTools/servers/serverConsent';
import {
  ServerQuestions,
  type ServerUi,
} from '../../../../../src/host/agentTools/servers/serverQuestions';
import {
  mcpFile,
  WorkspaceServers,
} from '../../../../../src/host/agentTools/servers/workspaceServers';
import { nativeInputs } from '../../../../../src/host/nativeText/inputs';
import { nativeMessages } from '../../../../../src/host/nativeText/messages';
import type { ServerConfigs } from '../../../../../src/protocol/agentSource';

/** Message or pick on the screen of the user. */
export interface Shown {
  readonly text: string;
  /** Buttons of a message, labels of ticked rows of a pick. */
  readonly options: readonly string[];
  /** Details of the rows of a pick. */
  readonly details: readonly (string | undefined)[];
  /** Presses a button, ticks exactly these rows, or closes it. */
  answer(...labels: readonly string[]): void;
}

/** Values that VS Code keeps for a workspace. */
export class FakeMemento {
  private readonly values = new Map<string, unknown>();

  get<T>(key: string): T | undefined;
  get<T>(key: string, fallback: T): T;
  get<T>(key: string, fallback?: T): T | undefined {
    return this.values.has(key) ? (this.values.get(key) as T) : fallback;
  }

  async update(key: string, value: unknown): Promise<void> {
    this.values.set(key, JSON.parse(JSON.stringify(value)));
  }
}

/** User of a window whose screen is a list. */
class FakeUser {
  readonly shown: Shown[] = [];
  readonly opened: string[] = [];
  readonly ui: ServerUi;
  private readonly appeared = new Emitter<void>();
  readonly onShown = this.appeared.event;

  constructor() {
    const show = (text: string, _: object, ...options: string[]) =>
      this.show<string>(text, options, [], ([label]) => label);
    const none = () => {
      throw new Error('It is not used here.');
    };
    this.ui = {
      ...nativeMessages({
        showInformationMessage: show,
        showWarningMessage: show,
        showErrorMessage: show,
      }),
      ...nativeInputs({
        showQuickPick: (items, { title = '' }) =>
          this.show(
            title,
            items.flatMap(({ label, picked }) => (picked ? [label] : [])),
            items.map(({ detail }) => detail),
            labels => items.filter(({ label }) => labels.includes(label)),
          ),
        showInputBox: none,
        createQuickPick: none,
      }),
      openFile: async path => {
        this.opened.push(path);
      },
    };
  }

  private show<T>(
    text: string,
    options: readonly string[],
    details: readonly (string | undefined)[],
    pick: (labels: readonly string[]) => T | undefined,
  ): Promise<T | undefined> {
    const done = new Deferred<T | undefined>();
    const answer = (...labels: readonly string[]) =>
      done.resolve(labels.includes('Escape') ? undefined : pick(labels));
    this.shown.push({ text, options, details, answer });
    this.appeared.fire();
    return done.promise;
  }
}

/** Conversation whose agent runs and is given servers. */
export class FakeChannel implements ServedChannel {
  /** Names and commands of the servers it was given, in order. */
  readonly given: Record<string, unknown>[] = [];
  readonly notes: string[] = [];
  restarts = 0;
  private start: Deferred<void> | undefined;
  readonly agent = {
    slot: {
      status: { phase: 'idle' },
      settledLive: async () => {
        await this.start?.promise;
        return { servers: { set: (configs: ServerConfigs) => this.set(configs) } };
      },
    },
    needRestart: () => {
      this.restarts += 1;
    },
  };

  constructor(private readonly takesServers = true) {}

  /** Starts the agent anew; the function that it returns ends the start. */
  beginStart(): () => void {
    const { status } = this.agent.slot;
    const start = new Deferred<void>();
    this.start = start;
    status.phase = 'starting';
    return () => {
      status.phase = 'idle';
      start.resolve();
    };
  }

  note(text: string): void {
    this.notes.push(text);
  }

  private async set(configs: ServerConfigs): Promise<ReadonlyMap<string, string>> {
    if (!this.takesServers) {
      throw new UserError('cli.unsupported', 'This version cannot do it.');
    }
    const commands = Object.entries(configs).map(([name, config]) => [name, config.command]);
    this.given.push(Object.fromEntries(commands));
    return new Map();
  }
}

/** Window with one trusted folder, agents that run, and a user. */
export class ServerBed {
  isTrusted = true;
  isOffering = true;
  readonly channel = new FakeChannel();
  readonly user = new FakeUser();
  readonly channels: FakeChannel[] = [this.channel];
  readonly memory: FakeMemento;
  readonly consent: ServerConsent;
  readonly servers: WorkspaceServers;
  readonly questions: ServerQuestions;
  readonly file: string;
  private readonly mayDiffer = new Emitter<void>();

  private constructor(
    readonly folder: string,
    memory: FakeMemento,
  ) {
    this.memory = memory;
    this.file = join(folder, mcpFile);
    this.consent = new ServerConsent(memory);
    const bed = this;
    const place = {
      get isTrusted() {
        return bed.isTrusted;
      },
      get isOffering() {
        return bed.isTrusted && bed.isOffering;
      },
      folders: () => [folder],
      onMayDiffer: this.mayDiffer.event,
    };
    this.servers = new WorkspaceServers(place, this.consent, silentLog);
    this.questions = new ServerQuestions(this.consent, this.servers, this.user.ui);
    const { servers, questions, channels } = this;
    const { ui } = this.user;
    followServers({ servers, questions, ui, channels: () => channels, log: silentLog });
  }

  /** @param before window of the same workspace, which this one follows */
  static async open(before?: ServerBed): Promise<ServerBed> {
    const folder = before?.folder ?? (await mkdtemp(join(tmpdir(), 'tandem-servers-')));
    await mkdir(join(folder, dirname(mcpFile)), { recursive: true });
    return new ServerBed(folder, before?.memory ?? new FakeMemento());
  }

  /** Writes the file of servers, and lets the window see it. */
  async write(servers: object | string): Promise<void> {
    const text = typeof servers === 'string' ? servers : JSON.stringify({ servers });
    await writeFile(this.file, text);
    await this.look();
  }

  /** Like `write`, but starts no agent; resolves when the user is asked. */
  async change(servers: object): Promise<void> {
    await writeFile(this.file, JSON.stringify({ servers }));
    const shown = next(this.user.onShown);
    this.mayDiffer.fire();
    await shown;
  }

  /** Starts an agent, which waits until all files are read. */
  async look(): Promise<void> {
    this.mayDiffer.fire();
    await this.servers.configs();
  }

  /** Starts an agent; returns the names of the servers that it gets. */
  async start(): Promise<readonly string[]> {
    return Object.keys(await this.servers.configs());
  }

  /** Answers the newest message or pick, and waits until agents know the decision. */
  async decide(...labels: readonly string[]): Promise<void> {
    const decided = next(this.consent.onChanged);
    this.newest?.answer(...labels);
    await decided;
    await this.servers.configs();
  }

  /** Presses a button of the newest message that shows something else. */
  async press(label: string): Promise<void> {
    const shown = next(this.user.onShown);
    this.newest?.answer(label);
    await shown;
  }

  get newest(): Shown | undefined {
    return this.user.shown.at(-1);
  }

  /** States of the servers in the list, by name. */
  async states(): Promise<Record<string, unknown>> {
    const { servers } = await this.servers.list();
    return Object.fromEntries(servers.map(({ name, consent }) => [name, consent]));
  }

  async close(): Promise<void> {
    this.servers.dispose();
    await rm(this.folder, { recursive: true, force: true });
  }
}

function next<T>(event: Event<T>): Promise<T> {
  return new Promise(resolve => {
    const listening = event(value => {
      listening.dispose();
      resolve(value);
    });
  });
}
