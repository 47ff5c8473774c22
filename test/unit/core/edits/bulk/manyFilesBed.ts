import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '../../../../../src/base/log';
import type { ChannelId, ToolCallId } from '../../../../../src/contract/ids';
import type { FileWorker } from '../../../../../src/core/edits/bulk/fileWorker';
import { ChangeList } from '../../../../../src/core/edits/review/changeList';
import { Decisions } from '../../../../../src/core/edits/review/decisions';
import { FileViewer } from '../../../../../src/core/edits/review/fileView';
import type { ManyReviewed } from '../../../../../src/core/edits/review/manyReviewed';
import { FilesOnDisk } from '../../../../../src/core/edits/review/reviewedFiles';
import type { ToolUse } from '../../../../../src/protocol/agentSource';
import { openBaselines } from '../../../../support/openBaselines';
import { TrackedEdits } from '../../../../support/trackedEdits';
import { FakeClock } from '../../../node/fakeClock';

const channel = 'c0ffee' as ChannelId;

/** Files that a command leaves in each of the ways in which files may be there, and many others. */
export const oddities = {
  'added.txt': 'new\n',
  'binary.bin': Buffer.from([0, 1, 2, 255]),
  'emptied.txt': '',
  'gone.txt': undefined,
  'latin.txt': Buffer.from('gr\xfc\xdfe\n', 'latin1'),
  'marked.txt': '\uFEFFnew line\n',
  'program.sh': '#!/bin/sh\necho new\n',
  'wide.txt': Buffer.from('\uFEFFnew\r\n', 'utf16le'),
  'inner/deep/file.txt': 'new\n',
} as const;
export const plain = 40;

/** A repository whose files a command changes, with its review, with or without the worker. */
export class ManyFilesBed {
  readonly root: string;
  readonly edits: TrackedEdits;
  readonly list: ChangeList;
  readonly decisions: Decisions;
  readonly clock = new FakeClock();
  readonly limits = { maxSize: Number.POSITIVE_INFINITY, maxAge: Number.POSITIVE_INFINITY };

  private constructor(
    private readonly top: string,
    worker: FileWorker | undefined,
    many: (real: ManyReviewed | undefined) => ManyReviewed | undefined,
  ) {
    this.root = join(top, 'work');
    const baselines = openBaselines(join(top, 'storage', 'baselines'), {
      limits: () => this.limits,
    });
    const options = worker ? { worker, baselines } : { baselines };
    this.edits = new TrackedEdits(join(top, 'storage'), options, () => [this.root]);
    const { contents, reviews, saved } = this.edits;
    const viewer = new FileViewer(contents);
    const files = new FilesOnDisk(() => [this.root]);
    const reviewed = many(this.edits.many);
    this.list = new ChangeList(reviews, viewer, files, silentLog, reviewed);
    const ui = { confirm: async () => undefined, resolve: async () => false };
    const { clock } = this;
    this.decisions = new Decisions({ contents, files, viewer, ui, saved, clock, many: reviewed });
    this.edits.tracker.attach({ id: channel, cwd: this.root, title: () => 'A conversation' });
  }

  /** @param many takes the place of the worker in the review */
  static async open(
    worker: FileWorker | undefined,
    many: (real: ManyReviewed | undefined) => ManyReviewed | undefined = real => real,
  ): Promise<ManyFilesBed> {
    const top = await mkdtemp(join(tmpdir(), 'many-'));
    mkdirSync(join(top, 'work'));
    const bed = new ManyFilesBed(top, worker, many);
    bed.writeBefore();
    const author = ['-c', 'user.name=A', '-c', 'user.email=a@b.c'];
    for (const args of [
      ['init', '-q'],
      ['add', '-A'],
      [...author, 'commit', '-qm', 'first'],
    ]) {
      execFileSync('git', args, { cwd: bed.root });
    }
    return bed;
  }

  path(name: string): string {
    return join(this.root, name);
  }

  /** Returns content and executable bit of a file; `undefined` if there is none. */
  look(name: string): string | undefined {
    const path = this.path(name);
    return existsSync(path)
      ? `${readFileSync(path).toString('hex')} ${statSync(path).mode & 0o100}`
      : undefined;
  }

  lookAtAll(): Record<string, string | undefined> {
    return Object.fromEntries(this.names.map(name => [name, this.look(name)]));
  }

  get names(): readonly string[] {
    return [...Object.keys(oddities), ...plainNames()].sort();
  }

  /**
   * Runs a command that changes all files, and returns what the conversation hears of it.
   * @param linksFolder whether it also puts a link in place of a folder
   */
  async command(linksFolder = false) {
    const use: ToolUse = {
      ...{ toolId: 'tool' as ToolCallId, tool: 'Bash', input: {}, cwd: this.root },
      ...{ edits: [], reads: [], isSubagent: false, command: { isBackground: false } },
    };
    await this.edits.tracker.before(channel, use);
    this.writeAfter();
    if (linksFolder) {
      rmSync(this.path('folder'), { recursive: true });
      symlinkSync(this.path('elsewhere'), this.path('folder'));
    }
    const change = await this.edits.tracker.after(channel, use, {
      kind: 'succeeded',
      response: {},
    });
    await this.list.settled();
    return change;
  }

  undoAll() {
    return this.decisions.undoFiles('Undo All', this.edits.reviews.waiting);
  }

  async dispose(): Promise<void> {
    this.list.dispose();
    this.edits.dispose();
    await rm(this.top, { recursive: true, force: true });
  }

  private writeBefore(): void {
    mkdirSync(this.path('inner/deep'), { recursive: true });
    for (const name of this.names.filter(one => one !== 'added.txt')) {
      writeFileSync(this.path(name), `before ${name}\nsame\n`);
    }
    chmodSync(this.path('gone.txt'), 0o755);
    for (const folder of ['elsewhere', 'folder']) {
      mkdirSync(this.path(folder));
      writeFileSync(this.path(`${folder}/file.txt`), `${folder}\n`);
    }
    writeFileSync(this.path('linked.txt'), 'linked\n');
  }

  private writeAfter(): void {
    for (const [name, content] of Object.entries(oddities)) {
      if (content === undefined) {
        rmSync(this.path(name));
      } else {
        writeFileSync(this.path(name), content);
      }
    }
    for (const name of plainNames()) {
      writeFileSync(this.path(name), `after ${name}\nsame\n`);
    }
    // A link is not a file any more, and a program is more than its bytes.
    rmSync(this.path('linked.txt'));
    symlinkSync(this.path('elsewhere/file.txt'), this.path('linked.txt'));
    chmodSync(this.path('program.sh'), 0o755);
  }
}

function plainNames(): string[] {
  return Array.from({ length: plain }, (_, index) => `plain${String(index).padStart(2, '0')}.txt`);
}
