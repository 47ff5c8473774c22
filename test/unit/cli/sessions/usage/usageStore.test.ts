import { execFileSync } from 'node:child_process';
import { readdir, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { UsageSum } from '../../../../../src/cli/sessions/usage/usageSums';
import { call, sessionA, sessionB, UsageBed } from './usageBed';

let bed: UsageBed;
beforeEach(async () => {
  bed = await UsageBed.open();
});
afterEach(() => bed.dispose());

const shop = '-work-shop';
const fileA = `${shop}/${sessionA}.jsonl`;
const fileB = `${shop}/${sessionB}.jsonl`;

const numbers = ({
  calls,
  input,
  output,
  written5m,
  written1h,
  cacheRead,
  webSearches,
}: UsageSum) => [calls, input, output, written5m, written1h, cacheRead, webSearches].join(' ');
const keys = (sums: readonly (UsageSum & { readonly key: string })[]) =>
  sums.map(sum => `${sum.key}: ${sum.calls}`);

describe('the usage of a transcript', () => {
  it('counts a message once, by its last line', async () => {
    await bed.write(fileA, call({ id: 'm1', output: 1 }), call({ id: 'm1', output: 9 }));
    expect(numbers((await bed.count()).total)).toBe('1 10 9 20 0 30 0');
  });

  it('tells the hour of the cache from the five minutes, and counts web searches', async () => {
    const usage = {
      ...{ input_tokens: 1, output_tokens: 2, cache_read_input_tokens: 3 },
      ...{ cache_creation_input_tokens: 50 },
      cache_creation: { ephemeral_5m_input_tokens: 10, ephemeral_1h_input_tokens: 40 },
      server_tool_use: { web_search_requests: 4 },
    };
    // The CLI fills in zeros where the API names no times.
    const unnamed = {
      ...{ cache_creation_input_tokens: 7 },
      cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
    };
    await bed.write(fileA, call({ id: 'm1', usage }), call({ id: 'm2', usage: unnamed }));
    expect(numbers((await bed.count()).total)).toBe('2 1 2 17 40 3 4');
  });

  it.each<[string, string[], string]>([
    ['no usage', [call({ id: 'a', usage: null })], '0 0 0 0 0 0 0'],
    ['text of the CLI', [call({ id: 'a', model: '<synthetic>' })], '0 0 0 0 0 0 0'],
    [
      'odd numbers',
      [call({ id: 'a', usage: { input_tokens: -5, output_tokens: 'x', iterations: null } })],
      '1 0 0 0 0 0 0',
    ],
    ['usage of another type', [call({ id: 'a', usage: [] })], '0 0 0 0 0 0 0'],
    [
      'no id',
      [call({ id: 'a' }).replace('"id":"a",', ''), call({ id: 'a' }).replace('"id":"a",', '')],
      '1 10 1 20 0 30 0',
    ],
    ['CRLF', [`${call({ id: 'a' })}\r`, '\r', `${call({ id: 'b' })}\r`], '2 20 2 40 0 60 0'],
    [
      'words of usage in other lines',
      [JSON.stringify({ type: 'user', message: { content: '"usage" of the "assistant"' } })],
      '0 0 0 0 0 0 0',
    ],
  ])('%s', async (_, lines, expected) => {
    await bed.write(fileA, ...lines);
    const { total, faults } = await bed.count();
    expect(numbers(total)).toBe(expected);
    expect(faults).toBe(0);
  });

  it('counts and names lines that it cannot read', async () => {
    const path = await bed.write(
      fileA,
      call({ id: 'a' }),
      'no JSON at all',
      call({ id: 'b' }).slice(0, -3),
      `{"type":"assistant","message":"usage"}`,
      call({ id: 'c' }),
      ...Array.from({ length: 6 }, () => 'x'),
    );
    const { total, faults, firstFaults } = await bed.count();
    expect(total.calls).toBe(2);
    expect(faults).toBe(9);
    expect(firstFaults.slice(0, 2)).toEqual([
      { path, line: 2, reason: 'not a JSON object' },
      { path, line: 3, reason: expect.any(String) },
    ]);
    expect(firstFaults).toHaveLength(5);
  });

  it('reads lines over the borders of what it reads at once', async () => {
    const padding = 'ü'.repeat(700_000);
    const lines = Array.from({ length: 5 }, (_, at) =>
      call({ id: `m${at}`, content: [{ type: 'text', text: padding }] }),
    );
    await bed.write(fileA, ...lines, call({ id: 'last' }));
    expect((await bed.count()).total.calls).toBe(6);
  });
});

describe('a transcript that changes', () => {
  it('is read from where it ended', async () => {
    await bed.write(fileA, call({ id: 'a' }));
    const first = await bed.count();
    const more = `${call({ id: 'a', output: 5 })}\n${call({ id: 'b' })}\n`;
    await bed.append(fileA, more);
    const second = await bed.count();
    expect(numbers(second.total)).toBe('2 20 6 40 0 60 0');
    expect(first.bytes).toBeGreaterThan(0);
    expect(second.bytes).toBe(more.length);
    expect((await bed.count()).bytes).toBe(0);
  });

  it('is read from its cache after a restart, and on from there', async () => {
    await bed.write(fileA, call({ id: 'a' }));
    await bed.count();
    bed.restart();
    expect(await bed.count()).toMatchObject({ bytes: 0, total: { calls: 1, cacheRead: 30 } });
    await bed.append(fileA, `${call({ id: 'b' })}\n`);
    bed.restart();
    expect((await bed.count()).total.calls).toBe(2);
  });

  it('leaves a line that is being written for the next time', async () => {
    await bed.write(fileA, call({ id: 'a' }));
    const [line, half] = [call({ id: 'b' }), 40];
    await bed.append(fileA, line.slice(0, half));
    expect(await bed.count()).toMatchObject({ faults: 0, total: { calls: 1 } });
    await bed.append(fileA, `${line.slice(half)}\n`);
    expect(await bed.count()).toMatchObject({ faults: 0, total: { calls: 2 } });
  });

  it('counts a whole last line without its end once', async () => {
    await bed.write(fileA);
    await bed.append(fileA, call({ id: 'a' }));
    expect((await bed.count()).total.calls).toBe(1);
    await bed.append(fileA, `\n${call({ id: 'b' })}\n`);
    expect(await bed.count()).toMatchObject({ faults: 0, total: { calls: 2 } });
  });

  it.each(['shrinks', 'is replaced', 'is rewritten in place'])(
    'that %s is read anew',
    async how => {
      const path = await bed.write(fileA, call({ id: 'a' }), call({ id: 'b' }), call({ id: 'c' }));
      await bed.count();
      const length = call({ id: 'a' }).length + 1;
      if (how === 'shrinks') {
        await truncate(path, length);
      } else if (how === 'is replaced') {
        await writeFile(`${path}.new`, `${call({ id: 'd' })}\n${'{}\n'.repeat(1_000)}`);
        await rename(`${path}.new`, path);
      } else {
        await writeFile(path, `${call({ id: 'd' })}\n${'{}\n'.repeat(1_000)}`);
      }
      expect((await bed.count()).total.calls).toBe(1);
    },
  );

  it('that is deleted is not counted any more', async () => {
    const path = await bed.write(fileA, call({ id: 'a' }));
    await bed.count();
    await rename(path, join(bed.root, 'gone'));
    expect(await bed.count()).toMatchObject({ files: 0, total: { calls: 0 } });
  });
});

describe('the cache', () => {
  it('is set aside when it cannot be understood, and everything is read again', async () => {
    await bed.write(fileA, call({ id: 'a' }));
    await writeFile(bed.cache, '{"version":1,"data":{"x":4}}');
    expect((await bed.count()).total.calls).toBe(1);
    expect(await readdir(bed.root)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^cache\.json\.unreadable-/), 'cache.json']),
    );
  });

  it('of a later version is kept, and nothing is written to it', async () => {
    await bed.write(fileA, call({ id: 'a' }));
    await writeFile(bed.cache, '{"version":99,"data":{}}');
    expect((await bed.count()).total.calls).toBe(1);
    bed.restart();
    expect((await bed.count()).bytes).toBeGreaterThan(0);
  });
});

describe('sums', () => {
  it('count the lines that a fork repeats in the conversation that had them first', async () => {
    const older = await bed.write(fileB, call({ id: 'a' }), call({ id: 'b' }));
    const { birthtimeMs } = await stat(older);
    let newer: string;
    do {
      await rm(join(bed.projects, fileA), { force: true });
      newer = await bed.write(fileA, call({ id: 'a' }), call({ id: 'b' }), call({ id: 'c' }));
      // The system's clock may not have moved on yet.
    } while ((await stat(newer)).birthtimeMs <= birthtimeMs);
    const { conversations } = await bed.count();
    expect(keys(conversations)).toEqual([`${sessionB}: 2`, `${sessionA}: 1`]);
  });

  it('name subagents by the file beside theirs, or by the call that started them', async () => {
    const start = { type: 'tool_use', id: 't1', name: 'Task', input: { subagent_type: 'Explore' } };
    const answered = JSON.stringify({
      type: 'user',
      message: { content: [{ type: 'tool_result', tool_use_id: 't1', content: 'done' }] },
      toolUseResult: { agentId: 'old1' },
    });
    await bed.write(fileA, call({ id: 'a', content: [start] }), answered);
    await bed.write(`${shop}/agent-old1.jsonl`, call({ id: 'b', isSidechain: true }));
    await bed.write(`${shop}/${sessionA}/subagents/agent-n.jsonl`, call({ id: 'c' }));
    await bed.write(`${shop}/${sessionA}/subagents/agent-n.meta.json`, '{"agentType":"reviewer"}');
    await bed.write(`${shop}/${sessionA}/subagents/workflows/w/agent-d.jsonl`, call({ id: 'd' }));
    await bed.write(fileB, call({ id: 'e', isSidechain: true }));
    const { agents, files } = await bed.count();
    expect(keys(agents).sort()).toEqual([' : 2', ': 1', 'Explore: 1', 'reviewer: 1']);
    expect(files).toBe(5);
  });

  it('know the project by the folder that belongs to the store, whatever lines name before', async () => {
    const elsewhere = call({ id: 'a' }).replace('/work/shop', '/work/other');
    await bed.write(fileA, elsewhere, call({ id: 'b' }));
    await bed.write(`${shop}/${sessionA}/subagents/agent-n.jsonl`, elsewhere.replace('"a"', '"c"'));
    await bed.write(`-lost/${sessionB}.jsonl`, call({ id: 'd' }).replace('"cwd"', '"wd"'));
    expect(keys((await bed.count()).projects)).toEqual(['/work/shop: 3', '-lost: 1']);
  });

  it('are those of a period and of a project', async () => {
    const old = call({ id: 'a', at: '2026-01-01T10:00:00Z', model: 'haiku' });
    await bed.write(fileA, old, call({ id: 'b' }));
    await bed.write(`-work-other/${sessionB}.jsonl`, call({ id: 'c' }).replace('shop', 'other'));
    const since = Date.parse('2026-02-01T00:00:00Z');
    expect(keys((await bed.count({ since })).models)).toEqual(['opus: 2']);
    const { days, projects } = await bed.count({ project: '/work/shop' });
    expect(keys(projects)).toEqual(['/work/shop: 2']);
    expect(days.map(({ key }) => key)).toEqual(['2026-01-01', '2026-03-01']);
  });

  it('are equal however they are grouped', async () => {
    await bed.write(fileA, call({ id: 'a' }), call({ id: 'b', model: 'haiku' }));
    await bed.write(fileB, call({ id: 'c', output: 40 }), call({ id: 'd', isSidechain: true }));
    const { total, days, projects, models, agents, conversations, entries } = await bed.count();
    for (const group of [days, projects, models, agents, conversations, entries]) {
      const sums = group.map(numbers).map(text => text.split(' ').map(Number));
      const sum = sums.reduce((all, one) => all.map((value, at) => value + (one[at] ?? 0)));
      expect(sum.join(' ')).toBe(numbers(total));
    }
    expect(entries).toHaveLength(4);
  });

  it('name a file that cannot be read, and count the others', async () => {
    await bed.write(fileA, call({ id: 'a' }));
    await bed.write(`${shop}/broken.jsonl/inner.txt`, 'x');
    const { total, faults } = await bed.count();
    expect(total.calls).toBe(1);
    expect(faults).toBe(0);
  });

  it('take no time that no calendar has', async () => {
    const far = ['+275760-09-13T00:00:00Z', '-000001-01-01T00:00:00Z'].map((at, id) =>
      call({ id: `far${id}`, at }),
    );
    await bed.write(fileA, call({ id: 'a' }), ...far);
    expect(keys((await bed.count()).days)).toEqual(['2026-03-01: 3']);
  });

  it.skipIf(process.platform === 'win32')(
    'do not wait for a pipe that names an agent',
    async () => {
      await bed.write(`${shop}/${sessionA}/subagents/agent-n.jsonl`, call({ id: 'c' }));
      const pipe = join(bed.projects, shop, sessionA, 'subagents', 'agent-n.meta.json');
      execFileSync('mkfifo', [pipe]);
      expect(keys((await bed.count()).agents)).toEqual([' : 1']);
    },
  );

  it('end when they are cancelled, and keep what was read', async () => {
    await bed.write(fileA, call({ id: 'a' }));
    const abort = new AbortController();
    const counting = bed.store.count({
      ...{ projects: bed.projects, query: {}, signal: abort.signal },
      onProgress: ({ bytes }) => bytes > 0 && abort.abort(),
    });
    await expect(counting).rejects.toThrow('canceled');
    expect((await bed.count()).total.calls).toBe(1);
  });
});
