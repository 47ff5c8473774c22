import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Deferred } from '../../../../../src/base/deferred';
import type { UsageAnswer } from '../../../../../src/cli/sessions/usage/messages';
import type { UsageQuestion } from '../../../../../src/cli/sessions/usage/usageReader';
import { isoDay } from '../../../../../src/cli/sessions/usage/usageSums';
import type { SectionTable } from '../../../../../src/contract/sections';
import { actOnStored } from '../../../../../src/host/sections/usage/storedActions';
import { storedGroups } from '../../../../../src/host/sections/usage/storedGroups';
import { StoredUsage } from '../../../../../src/host/sections/usage/storedUsage';
import {
  call,
  emptyHistory,
  sessionA,
  sessionB,
  UsageBed,
} from '../../../cli/sessions/usage/usageBed';
import { FakeClock } from '../../../node/fakeClock';

let bed: UsageBed;
let clock: FakeClock;
let stored: StoredUsage;
let said: string[];
const now = new Date(2026, 2, 10, 12).getTime();
const day = 86_400_000;
const daysAgo = (days: number) => new Date(now - days * day).toISOString();

beforeEach(async () => {
  bed = await UsageBed.open();
  clock = new FakeClock();
  clock.advance(now);
  stored = new StoredUsage(bed.reader, clock);
  said = [];
  await bed.write(
    `-work-shop/${sessionA}.jsonl`,
    call({ id: 'a', at: daysAgo(0) }),
    call({ id: 'b', at: daysAgo(2), model: 'haiku' }),
    call({ id: 'c', at: daysAgo(20) }),
  );
  await bed.write(
    `-work-other/${sessionB}.jsonl`,
    call({ id: 'd', at: daysAgo(400) }).replace('shop', 'other'),
  );
});
afterEach(() => bed.dispose());

const known = [{ id: sessionA, title: '=Shop', costUsd: 0.5 }];
const act = (action: string, row?: string) =>
  actOnStored(
    { action, row, entries: [], isPreview: false },
    {
      stored,
      conversations: async () => known,
      openConversation: async id => void said.push(`open ${id}`),
      showCsv: async text => void said.push(text),
    },
  );
const groups = () => storedGroups(stored.state, known);
const groupOf = (id: string) => groups().find(group => group.id === id);
const cells = (table: SectionTable | undefined) =>
  table?.rows.map(row => row.cells.map(({ text }) => text).join('|'));

/** Carries out an action, and waits until the count that it begins is over. */
async function untilCounted(action: () => unknown): Promise<void> {
  const counted = new Promise<void>(resolve => {
    const listening = stored.onChanged(() => {
      if (!stored.state.counting) {
        listening.dispose();
        resolve();
      }
    });
  });
  await action();
  await counted;
}

describe('stored usage', () => {
  it('is counted for the period that is chosen', async () => {
    await untilCounted(() => stored.count());
    expect(groupOf('stored')?.choices?.[0]).toMatchObject({ chosen: 'period:30' });
    expect(groupOf('stored')?.rows[0]).toMatchObject({
      title: '3 calls',
      detail: '30 tokens in, 3 out; cache: 60 written, 90 read',
    });
    await untilCounted(() => act('period:7'));
    expect(groupOf('stored')?.rows[0]?.title).toBe('2 calls');
    await untilCounted(() => act('period:all'));
    expect(groupOf('stored')?.rows[0]?.title).toBe('4 calls');
    expect(groupOf('days')?.title).toBe('Months');
  });

  it('begins at midnight of the first day', async () => {
    const times = [new Date(2026, 2, 3, 23, 30), new Date(2026, 2, 4, 0, 30)];
    await bed.write(
      `-work-shop/${sessionB}.jsonl`,
      ...times.map((time, at) => call({ id: `edge${at}`, at: time.toISOString() })),
    );
    await untilCounted(() => act('period:7'));
    expect(groupOf('days')?.table?.rows.at(-1)?.cells[0]?.text).toBe('2026-03-04');
    expect(groupOf('stored')?.rows[0]?.title).toBe('3 calls');
  });

  it('is shown by days, projects, models, agents and conversations', async () => {
    await untilCounted(() => act('period:7'));
    const dates = [0, 1, 2].map(days => isoDay(new Date(now - days * day)));
    expect(cells(groupOf('days')?.table)).toEqual([
      `${dates[0]}|10|1|20|30|1`,
      `${dates[1]}|0|0|0|0|0`,
      `${dates[2]}|10|1|20|30|1`,
    ]);
    expect(cells(groupOf('projects')?.table)).toEqual(['/work/shop|20|2|40|60|2']);
    expect(groupOf('projects')?.table?.chart).toMatchObject({ labels: ['shop'], kind: 'bars' });
    expect(cells(groupOf('models')?.table)?.sort()).toEqual([
      'haiku|10|1|20|30|1',
      'opus|10|1|20|30|1',
    ]);
    expect(cells(groupOf('agents')?.table)).toEqual(['Main conversation|20|2|40|60|2']);
    expect(cells(groupOf('conversations')?.table)).toEqual(['=Shop|20|2|40|60|2|$0.50']);
  });

  it('names the folder above where projects have the same name', async () => {
    await bed.write(
      `-work-other/${sessionB}.jsonl`,
      call({ id: 'same', at: daysAgo(0) }).replace('/work/shop', '/home/shop'),
    );
    await untilCounted(() => act('period:7'));
    expect(groupOf('projects')?.table?.chart?.labels).toEqual(['work/shop', 'home/shop']);
  });

  it('filters by a project, and opens a conversation', async () => {
    await untilCounted(() => act('period:all'));
    const [row] = groupOf('projects')?.table?.rows ?? [];
    await untilCounted(() => act(row?.action?.id ?? '', 'project//work/other'));
    expect(groupOf('stored')?.note).toContain('Only conversations in /work/other.');
    expect(cells(groupOf('conversations')?.table)).toEqual([
      `Not listed: ${sessionB}|10|1|20|30|1`,
    ]);
    expect(groupOf('conversations')?.table?.rows[0]?.action).toBeUndefined();
    await untilCounted(() => act('allProjects'));
    await act('open', `conversation/${sessionA}`);
    expect(said).toEqual([`open ${sessionA}`]);
    await expect(act('open', 'project/x')).rejects.toMatchObject({ code: 'page.badCall' });
    expect(await act('goOn')).toBeUndefined();
  });

  it('is exported as CSV whose texts are no formulas', async () => {
    await untilCounted(() => act('period:7'));
    await act('exportCsv');
    const [header, ...rows] = said[0]?.split('\n') ?? [];
    expect(header).toMatch(/^date,project,model,agent,conversation,title,calls,input_tokens,/);
    const today = isoDay(new Date(now));
    expect(rows[1]).toBe(`${today},/work/shop,opus,main,${sessionA},"'=Shop",1,10,1,20,0,30,0`);
    expect(rows).toHaveLength(3);
  });

  it('says what could not be read', async () => {
    const path = await bed.write(`-work-shop/${sessionB}.jsonl`, 'broken');
    await untilCounted(() => stored.count());
    expect(groupOf('stored')?.rows[1]).toMatchObject({
      title: '1 line or file could not be read',
      more: `${path}:1: not a JSON object`,
    });
  });
});

describe('a count of stored usage', () => {
  const answers: { question: UsageQuestion; answer: Deferred<UsageAnswer> }[] = [];
  beforeEach(() => {
    answers.length = 0;
    const read = (question: UsageQuestion) => {
      const answer = new Deferred<UsageAnswer>();
      answers.push({ question, answer });
      return answer.promise;
    };
    stored = new StoredUsage({ read }, clock);
  });

  it('shows how far it is, and can be cancelled', async () => {
    let changes = 0;
    stored.onChanged(() => (changes += 1));
    void stored.count();
    expect(groupOf('stored')?.progress).toEqual({ text: 'Looking for transcripts…' });
    const progress = { files: 1, allFiles: 4, bytes: 2e6, allBytes: 8e6 };
    answers[0]?.question.onProgress?.(progress);
    expect(groupOf('stored')?.progress).toEqual({ value: 0.25, text: '1 of 4 files, 2 of 8 MB' });
    expect(changes).toBe(1);
    await act('cancelCount');
    expect(answers[0]?.question.signal.aborted).toBe(true);
    answers[0]?.answer.reject(new Error('late'));
    await answers[0]?.answer.promise.catch(() => undefined);
    expect(groupOf('stored')).toMatchObject({ empty: expect.stringContaining('canceled') });
    expect(groupOf('stored')?.actions?.map(({ id }) => id)).toEqual(['count']);
  });

  it('that is overtaken changes nothing', async () => {
    void stored.count();
    void act('period:7');
    expect(answers[0]?.question.signal.aborted).toBe(true);
    const history = { ...emptyHistory, files: 7 };
    await untilCounted(() => answers[1]?.answer.resolve({ history, entries: [] }));
    answers[0]?.answer.resolve({ history: { ...emptyHistory, files: 1 }, entries: [] });
    await answers[0]?.answer.promise;
    expect(stored.state.history?.files).toBe(7);
  });

  it('says why it failed, and what to do', async () => {
    await untilCounted(() => {
      void stored.count();
      answers[0]?.answer.reject(new Error('The disk is gone.'));
    });
    expect(groupOf('stored')?.empty).toBe('The disk is gone. Try again, or look into the log.');
  });
});
