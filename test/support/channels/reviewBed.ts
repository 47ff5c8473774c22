import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { silentLog } from '../../../src/base/log';
import type { FileUpdate } from '../../../src/contract/fileUpdates';
import type { ChannelId } from '../../../src/contract/ids';
import type { Channel } from '../../../src/core/conversation/channel';
import type { ChannelPorts, ChannelSettings } from '../../../src/core/conversation/ports';
import { ChangeList } from '../../../src/core/edits/review/changeList';
import type { ChannelReview } from '../../../src/core/edits/review/channelReview';
import { Decisions, type OwnedPlan } from '../../../src/core/edits/review/decisions';
import { type FileView, FileViewer } from '../../../src/core/edits/review/fileView';
import type { FilePlan } from '../../../src/core/edits/review/plan';
import { FilesOnDisk } from '../../../src/core/edits/review/reviewedFiles';
import type { ReviewedFile } from '../../../src/core/edits/review/reviews';
import type { ChannelRegistry } from '../../../src/core/registry/channelRegistry';
import { systemClock } from '../../../src/node/systemClock';
import { type Part, text } from '../api/reply';
import { type Rounds, ScriptedApi } from '../api/scriptedApi';
import { type IsolatedHome, isolatedHome } from '../cli/isolatedHome';
import { TrackedEdits, type TrackedEditsOptions } from '../trackedEdits';
import { type BedCli, type ChannelBedOptions, ChannelWatch, channelBed } from './channelBed';

export interface ReviewBedOptions extends Pick<ChannelBedOptions, 'log' | 'settings'> {
  version?: BedCli;
  edits?: (storage: string) => TrackedEditsOptions;
  channelSettings?: Partial<ChannelSettings>;
  /** Wraps the edit tracking that channels see, for tests that intercept it. */
  tracking?: (edits: TrackedEdits) => ChannelPorts['edits'];
  /** Additional variables of the CLI. */
  env?: Readonly<Record<string, string>>;
  /** Prepares a command of `tandem.cli.wrapper` that is made for one home. */
  wrap?: (home: IsolatedHome, api: ScriptedApi) => Promise<WrappedStart>;
  /** Closed window whose state this one continues with. */
  after?: ReviewBed;
}

/** How a command starts the CLI. */
export type WrappedStart = Pick<ChannelBedOptions, 'path' | 'wrapper' | 'customEnv'>;

/** Simulates the user: confirms everything unless a test says otherwise, resolves no conflict. */
class RecordingUi {
  readonly asked: (readonly OwnedPlan[])[] = [];
  readonly conflicts: FilePlan[] = [];
  agrees = true;

  async confirm(_title: string, plans: readonly OwnedPlan[]) {
    this.asked.push(plans);
    return this.agrees ? plans : undefined;
  }

  async resolve(plan: FilePlan): Promise<boolean> {
    this.conflicts.push(plan);
    return false;
  }
}

/** A window without an editor, around a CLI, in which the user decides about changes. */
export class ReviewBed {
  readonly room = new RecordingUi();
  readonly decisions: Decisions;
  readonly list: ChangeList;
  private constructor(
    readonly api: ScriptedApi,
    readonly home: IsolatedHome,
    readonly edits: TrackedEdits,
    readonly registry: ChannelRegistry,
  ) {
    const { contents, saved, reviews } = edits;
    const viewer = new FileViewer(contents);
    const files = new FilesOnDisk(() => [home.workspace]);
    const clock = systemClock;
    this.list = new ChangeList(reviews, viewer, files, silentLog);
    this.decisions = new Decisions({ contents, files, viewer, ui: this.room, saved, clock });
  }

  static async open(options: ReviewBedOptions = {}): Promise<ReviewBed> {
    const { version = 'newest', after, channelSettings, tracking, env = {} } = options;
    const api = after?.api ?? (await ScriptedApi.start());
    const home = after?.home ?? (await isolatedHome({ apiUrl: api.url, maxRetries: 0, env }));
    const storage = join(home.root, 'storage');
    const edits = new TrackedEdits(storage, options.edits?.(storage));
    const registry = await channelBed({
      home,
      version,
      ...(await options.wrap?.(home, api)),
      ...(options.log ? { log: options.log } : {}),
      edits,
      settings: {
        'tandem.permissions.allowedTools': ['Bash', 'Agent', 'Task'],
        ...options.settings,
      },
      channelSettings: { initialMode: 'acceptEdits', ...channelSettings },
      ...(tracking ? { ports: { edits: tracking(edits) } } : {}),
    });
    return new ReviewBed(api, home, edits, registry);
  }

  async talk(): Promise<Talk> {
    const channel = await this.registry.create(this.home.workspace);
    return new Talk(this, channel);
  }

  path(...names: string[]): string {
    return join(this.home.workspace, ...names);
  }

  /** Returns each conversation's pending changes to this file. */
  waiting(path: string): readonly ReviewedFile[] {
    return this.edits.reviews.at(path);
  }

  review(id: ChannelId): ChannelReview {
    const review = this.edits.reviews.get(id);
    if (!review) {
      throw new Error('The conversation has no review');
    }
    return review;
  }

  async views(path: string): Promise<readonly FileView[]> {
    this.list.refresh([path]);
    await this.list.settled();
    return this.list.at(path);
  }

  /** Creates a named pipe outside the workspace, with which a test blocks a command. */
  async pipe(name: string): Promise<string> {
    const path = join(this.home.root, name);
    await promisify(execFile)('mkfifo', [path]);
    return path;
  }

  /** Closes this window's channels and disposes its services. */
  async leave(): Promise<void> {
    await Promise.all(this.registry.all.map(channel => this.registry.close(channel.id)));
    this.registry.dispose();
    this.list.dispose();
    this.edits.dispose();
  }

  async close(): Promise<void> {
    await this.leave();
    await this.api.close();
    await this.home.dispose();
  }
}

let prompts = 0;

/** A conversation of the window, and the actions of its agent. */
export class Talk {
  readonly watch: ChannelWatch;
  private turns = 0;

  constructor(
    private readonly bed: ReviewBed,
    readonly channel: Channel,
  ) {
    this.watch = new ChannelWatch(channel);
  }

  get review(): ChannelReview {
    return this.bed.review(this.channel.id);
  }

  /** Returns the file updates that the conversation received, oldest first. */
  updatesOf(path: string): FileUpdate[] {
    return this.watch.events.flatMap(event =>
      event.type === 'file.updated' && event.update.path === path ? [event.update] : [],
    );
  }

  /** Sends a prompt, which the agent answers with these rounds. */
  begin(...rounds: Extract<Rounds, readonly unknown[]>[number][]): void {
    prompts += 1;
    const prompt = `step number ${prompts}.`;
    this.bed.api.onPrompt(prompt, [...rounds, text('Done.')]);
    this.channel.messages.send({ text: prompt, images: [] });
    this.turns += 1;
  }

  ended(): Promise<true> {
    return this.watch.turns(this.turns);
  }

  /** Runs a complete turn in which the agent makes these calls, one round after another. */
  async turn(...rounds: (Part | readonly Part[])[]): Promise<void> {
    this.begin(...rounds);
    await this.ended();
  }

  /** Kills the agent's process, as in a crash. */
  async kill(): Promise<void> {
    await this.channel.flush();
    process.kill(this.channel.record.process?.pid ?? 0, 'SIGKILL');
    await this.watch.phase('lost');
  }
}

export async function put(path: string, content: string | Uint8Array): Promise<Buffer> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  return readFile(path);
}

/** @returns undefined if the file does not exist */
export function bytesAt(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch(() => undefined);
}
