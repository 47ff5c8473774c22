import { cp, mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLog } from '../../../../src/base/log';
import type { ChannelId, SessionId } from '../../../../src/contract/ids';
import { Contents } from '../../../../src/core/edits/review/contents';
import { ReviewFiles } from '../../../../src/core/edits/review/reviewFiles';
import { Reviews } from '../../../../src/core/edits/review/reviews';
import { ChannelFiles } from '../../../../src/core/registry/channelFiles';
import { SessionMarks } from '../../../../src/core/registry/sessionMarks';
import { SideBarMemory } from '../../../../src/host/chat/sideBarMemory';
import { systemClock } from '../../../../src/node/systemClock';
import { openBaselines } from '../../../support/openBaselines';
import { removeFolder } from '../../../support/removeFolder';
import { repository } from '../../../support/sourceFiles';

const profiles = join(repository, 'test/support/fixtures/storage');
const cwd = '/workspace/todo-cli';
const id = 'd6db5194-e8e8-49eb-a022-cf190443bc06' as ChannelId;
const session = '6c2b19ee-96c1-474f-90c9-808e8d10e126' as SessionId;

let storage: string;

/** Storage that a released version has left, which every later one has to open. */
describe.each(['0.1.0'])('the storage written by %s', version => {
  beforeEach(async () => {
    storage = await mkdtemp(join(tmpdir(), 'stored-profile-'));
    await cp(join(profiles, version), storage, { recursive: true });
  });
  afterEach(() => removeFolder(storage));

  it('contains the conversation: draft, queue, open prompt, picks, grants and view', async () => {
    const file = await new ChannelFiles(storage, systemClock, silentLog).open(cwd, id);
    const record = file?.value;
    expect(record).toMatchObject({
      sessionId: session,
      cwd,
      draft: { text: 'half a thought' },
      picks: { mode: 'default' },
      granted: { rules: ['Bash(npm test:*)'], directories: ['/workspace/shared'] },
      view: { anchor: { key: 'prompt:x', offset: -12 }, expanded: ['steps:x'] },
    });
    expect(record?.queue.map(({ text }) => text)).toEqual(['queued for later']);
    expect(record?.inFlight.map(({ text }) => text)).toEqual(['ask me']);
    expect(record?.prompts.map(({ tool, input }) => [tool, input])).toEqual([
      ['Write', { file_path: `${cwd}/new.txt`, content: 'new\n' }],
    ]);
    await file?.flush();
  });

  it('contains the review with its contents before and after', async () => {
    const contents = new Contents(openBaselines(join(storage, 'baselines')));
    const reviews = new Reviews(
      new ReviewFiles(join(storage, 'reviews'), silentLog),
      contents,
      silentLog,
    );
    const review = await reviews.open(cwd, id);
    const [file] = review.files;
    expect(file?.path).toBe(`${cwd}/greeting.txt`);
    const text = async (side: 'before' | 'after') =>
      Buffer.from((await contents.read(file?.[side] ?? null)) ?? []).toString();
    expect(await text('before')).toBe('Hello\n');
    expect(await text('after')).toBe('Good morning\n');
    reviews.dispose();
  });

  it('contains the marks and the conversation shown in the side bar', async () => {
    const marks = new SessionMarks(join(storage, 'sessions', 'marks.json'), silentLog);
    await vi.waitFor(() => expect(marks.isPinned(session)).toBe(true));
    marks.dispose();
    const memory = new SideBarMemory(join(storage, 'sideBar.json'), silentLog);
    expect(await memory.read(cwd)).toEqual([id]);
  });

  it('is not changed by reading it', async () => {
    await new ChannelFiles(storage, systemClock, silentLog).open(cwd, id);
    const names = (await readdir(storage, { recursive: true })).filter(name =>
      name.endsWith('.json'),
    );
    for (const name of names) {
      const before = await readFile(join(profiles, version, name), 'utf8');
      expect(await readFile(join(storage, name), 'utf8'), name).toBe(before);
    }
    expect(names).toHaveLength(4);
  });
});
