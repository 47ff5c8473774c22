import { readdir, readFile, readlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fewBytes } from '../../../../../src/cli/sessions/search/candidatesAhead';
import type {
  SearchHit,
  SearchRequest,
} from '../../../../../src/cli/sessions/search/searchSessions';
import { searchSessions } from '../../../../../src/cli/sessions/search/searchSessions';
import { editorRipgrep } from '../../../../support/editor/editorRipgrep';
import { testInFull } from '../../../../support/inFull';
import { assistant, jsonl, SessionBed, sessionId, user } from '../sessionBed';

const ripgrep = await editorRipgrep();
const ways = [
  { way: 'without ripgrep', program: undefined },
  ...(ripgrep === undefined ? [] : [{ way: 'with ripgrep', program: ripgrep }]),
];

let bed: SessionBed;

beforeEach(async () => {
  bed = await SessionBed.make();
});

afterEach(() => bed.dispose());

async function all(hits: AsyncIterable<SearchHit>): Promise<SearchHit[]> {
  const list: SearchHit[] = [];
  for await (const hit of hits) {
    list.push(hit);
  }
  return list;
}

/** Lists the sessions as if they were large: ripgrep is not started for a few bytes. */
const largeList = async () =>
  (await bed.list()).map(session => ({ ...session, size: fewBytes + session.size }));

const testOnLinux = test.skipIf(process.platform !== 'linux');

/** Returns the files that this process has open in the folder of the given one. */
async function openFilesIn(path: string): Promise<string[]> {
  const open = await readdir('/proc/self/fd');
  const targets = await Promise.all(
    open.map(one => readlink(join('/proc/self/fd', one)).catch(() => '')),
  );
  return targets.filter(target => target.startsWith(dirname(path)));
}

const marked = ({ excerpt: { text, start, end } }: SearchHit) =>
  `${text.slice(0, start)}[${text.slice(start, end)}]${text.slice(end)}`;

/** Returns JSON with non-ASCII characters escaped, as some programs write it. */
const inAscii = (line: object) =>
  JSON.stringify(line).replace(
    /[\u0080-\uffff]/g,
    unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`,
  );

describe.each(ways)('a search $way', ({ program }) => {
  const search = async (needle: string, more: Partial<SearchRequest> = {}) =>
    all(searchSessions({ needle, sessions: await largeList(), ripgrep: program, ...more }));
  const found = async (needle: string) => (await search(needle)).map(marked);

  test('finds titles and the texts of users, the agent and tools', async () => {
    const lines = [
      user('needle of a person'),
      user([{ type: 'text', text: 'needle in a block' }], { uuid: 'u2' }),
      assistant([{ type: 'text', text: 'needle of the agent' }]),
      assistant([
        { type: 'tool_use', id: 't', name: 'Edit', input: { edits: [{ deep: 'needle put in' }] } },
      ]),
      user([{ type: 'tool_result', tool_use_id: 't', content: 'needle put out' }]),
      user([
        {
          type: 'tool_result',
          tool_use_id: 't',
          content: [{ type: 'text', text: 'needle as text' }],
        },
      ]),
      {
        type: 'attachment',
        uuid: 'q',
        attachment: { type: 'queued_command', prompt: 'needle meanwhile' },
      },
      { type: 'custom-title', customTitle: 'needle for a name' },
      { type: 'tag', tag: 'needle' },
    ];
    const path = await bed.write(1, lines);
    const hits = await search('needle');
    expect(hits.map(hit => [hit.by, hit.uuid, marked(hit)])).toEqual([
      ['person', 'u1', '[needle] of a person'],
      ['person', 'u2', '[needle] in a block'],
      ['agent', 'a1', '[needle] of the agent'],
      ['tool', 'a1', '[needle] put in'],
      ['tool', 'u1', '[needle] put out'],
      ['tool', 'u1', '[needle] as text'],
      ['person', 'q', '[needle] meanwhile'],
      ['title', undefined, '[needle] for a name'],
      ['title', undefined, '[needle]'],
    ]);
    const bytes = await readFile(path);
    for (const [index, { id, offset }] of hits.entries()) {
      expect(id).toBe(sessionId(1));
      expect(bytes.toString('utf8', offset).split('\n')[0]).toBe(JSON.stringify(lines[index]));
    }
  });

  test('ignores images, notes, copies and member names', async () => {
    const source = { type: 'base64', media_type: 'image/png', data: 'AAneedleAA' };
    await bed.write(1, [
      user([
        { type: 'image', source },
        { type: 'text', text: 'look' },
      ]),
      user([{ type: 'tool_result', tool_use_id: 'needle', content: [{ type: 'image', source }] }]),
      user('needle for the model', { isMeta: true }),
      user('said', { toolUseResult: { stdout: 'needle' }, needle: 'x', promptId: 'needle' }),
      assistant([{ type: 'thinking', thinking: '', signature: 'needle' }]),
      assistant([{ type: 'tool_use', id: 'needle', name: 'Bash', input: { needle: 'x' } }]),
      { type: 'attachment', attachment: { type: 'prompt_snapshot', prompt: 'needle' } },
      { type: 'file-history-snapshot', snapshot: { needle: 'needle' } },
      { type: 'last-prompt', lastPrompt: 'needle' },
      { type: 'system', content: 'needle' },
      { type: 'future', message: { content: 'needle' } },
    ]);
    expect(await found('needle')).toEqual([]);
  });

  test.each([
    ['quotes', 'say "it" so'],
    ['backslashes', 'C:\\new\\table'],
    ['line breaks and tabs', 'one\n\ttwo\r\n'],
    ['regular expression characters', 'a.*(b)[c]{1}^$|?+/x'],
    ['other scripts', 'Größe 漢字 سلام'],
    ['characters outside the BMP', 'so 👩‍💻 works'],
    ['a leading dash', '--files'],
    ['control characters', 'bell \u0007\u001b end'],
  ])('finds %s as typed, however they are encoded', async (_, needle) => {
    const said = `before ${needle} after`;
    await bed.write(1, `${JSON.stringify(user(said))}\n${inAscii(assistant(said))}\n`);
    expect((await search(needle)).map(hit => hit.by)).toEqual(['person', 'agent']);
    await bed.write(1, [user(`before ${needle.replaceAll(/[^\s\w]|[^ -~]/gu, 'q')} after`)]);
    expect(await search(needle)).toEqual(
      needle === needle.replaceAll(/[^\s\w]|[^ -~]/gu, 'q') ? [expect.anything()] : [],
    );
  });

  test('is case-sensitive if a capital is typed', async () => {
    await bed.write(1, [user('Straße und STRASSE'), assistant('ÄPFEL und Äpfel')]);
    expect(await found('straße')).toEqual(['[Straße] und STRASSE']);
    expect(await found('äpfel')).toEqual(['[ÄPFEL] und Äpfel']);
    expect(await found('Äpfel')).toEqual(['ÄPFEL und [Äpfel]']);
    expect(await found('STRASSE')).toEqual(['Straße und [STRASSE]']);
    expect(await found('STRAßE')).toEqual([]);
  });

  test('shows one line of context without hidden characters', async () => {
    const said = `${'a'.repeat(200)}\n\u202E  needle\u0000 ${'b'.repeat(200)}`;
    await bed.write(1, [user(said)]);
    expect(await found('needle')).toEqual([`…${'a'.repeat(76)} [needle] ${'b'.repeat(78)}…`]);
  });

  testInFull('finds a sentence within a line of 30 MB, and nothing in a large image', async () => {
    const half = 'lorem ipsum\n"dolor" '.repeat(700_000);
    const source = { type: 'base64', media_type: 'image/png', data: 'needle'.repeat(100_000) };
    await bed.write(1, [
      user([
        { type: 'image', source },
        { type: 'text', text: 'none here' },
      ]),
      assistant([{ type: 'text', text: `${half}\nneedle in the middle ${half}` }]),
    ]);
    expect(await found('needle in')).toEqual([
      expect.stringMatching(/^….*"dolor" \[needle in\] the middle lorem.*…$/),
    ]);
  });

  test('finds a match across any chunk boundary', async () => {
    const line = (length: number) => jsonl([user(`${'漢\\'.repeat(length)}needle\n"漢字" end`)]);
    const before = Buffer.byteLength(line(0).split('needle', 1)[0] ?? '');
    // Each pair of characters takes five bytes in JSON. With ripgrep, reads are 16 KB at the line's
    // start, then 256 KB each; without it, 256 KB from the file's start.
    const cuts = [16 * 1024, 256 * 1024, (16 + 256) * 1024];
    const lengths = cuts.flatMap(cut =>
      Array.from({ length: 12 }, (_, more) => Math.ceil((cut - before) / 5) - 8 + more),
    );
    for (const [number, length] of lengths.entries()) {
      await bed.write(number, line(length));
    }
    expect(await search('needle\n"漢字" e')).toHaveLength(lengths.length);
  });

  test('says where lines begin that follow long ones', async () => {
    const long = jsonl([user('x'.repeat(600_000))]);
    const short = jsonl([user('none')]);
    const hit = jsonl([user('needle')]);
    await bed.write(1, [long, hit, short.repeat(4_000), hit, long, hit].join(''));
    const [first, second] = [long.length, long.length + hit.length + 4_000 * short.length];
    const offsets = (await search('needle')).map(({ offset }) => offset);
    expect(offsets).toEqual([first, second, second + hit.length + long.length]);
  });

  test('reads invalid JSON as far as possible', async () => {
    const whole = jsonl([user('needle one')]);
    const cut = JSON.stringify(user('needle two', { type: 'user' })).slice(0, 70);
    const deep = `{"type":"user","message":{"content":${'['.repeat(100_000)}"needle"`;
    const nul = Buffer.from('\u0000\u0000garbage needle \\\n');
    await bed.write(
      1,
      Buffer.concat([
        Buffer.from(`\uFEFF${whole}`),
        nul,
        Buffer.from(`${deep}\n{"a":"needle\\\n"needle"\n`),
        Buffer.from(`${jsonl([assistant('needle last')])}${cut}`),
      ]),
    );
    expect(await found('needle')).toEqual(
      expect.arrayContaining(['[needle] one', '[needle] last']),
    );
    const [first] = await search('needle');
    expect(first?.offset).toBe(0);
  });

  test('visits sessions in order, reports progress and limits the hits of each', async () => {
    const many = Array.from({ length: 50 }, () => user('needle'));
    for (let number = 1; number <= 150; number += 1) {
      await bed.write(number, number === 75 ? many : [user(number % 3 === 0 ? 'needle' : 'hay')]);
    }
    const sessions = [...(await largeList())].sort((a, b) => (a.id < b.id ? -1 : 1));
    const progress: number[] = [];
    const hits = await search('needle', {
      sessions,
      onProgress: ({ filesDone, filesTotal }) => progress.push(filesDone / filesTotal),
    });
    expect(hits.filter(hit => hit.id === sessionId(75))).toHaveLength(20);
    expect([...new Set(hits.map(hit => hit.id))]).toEqual(
      Array.from({ length: 50 }, (_, place) => sessionId((place + 1) * 3)),
    );
    expect(progress).toEqual(Array.from({ length: 150 }, (_, place) => (place + 1) / 150));
  });

  test('stops when it is cancelled, and skips missing files', async () => {
    for (let number = 1; number <= 200; number += 1) {
      await bed.write(number, [user('needle')]);
    }
    const sessions = [{ id: sessionId(0), path: bed.path(0), size: 1 }, ...(await largeList())];
    const cancelling = new AbortController();
    const hits: SearchHit[] = [];
    const { signal } = cancelling;
    for await (const hit of searchSessions({
      needle: 'needle',
      sessions,
      ripgrep: program,
      signal,
    })) {
      hits.push(hit);
      if (hits.length === 5) {
        cancelling.abort();
      }
    }
    expect(hits).toHaveLength(5);
    expect(await search('needle', { signal })).toEqual([]);
    expect(await search('')).toEqual([]);
  });

  // Only Linux lists a process's open files.
  testOnLinux('leaves no file open, whether it is read to its end or not', async () => {
    for (let number = 1; number <= 20; number += 1) {
      await bed.write(number, [user('needle')]);
    }
    const sessions = await largeList();
    for await (const _ of searchSessions({ needle: 'needle', sessions, ripgrep: program })) {
      break;
    }
    expect(await openFilesIn(bed.path(1))).toEqual([]);
    expect(await search('needle')).toHaveLength(20);
    expect(await openFilesIn(bed.path(1))).toEqual([]);
  });
});

test('a search continues without ripgrep if that does not run', async () => {
  await bed.write(1, [user('needle')]);
  for (const program of ['/no/such/rg', '/bin/false']) {
    const hits = await all(
      searchSessions({ needle: 'needle', sessions: await largeList(), ripgrep: program }),
    );
    // Exit code 1 means that nothing was found.
    expect(hits).toHaveLength(program === '/bin/false' ? 0 : 1);
  }
});

test('ripgrep is started only if there is much to search', async () => {
  for (let number = 1; number <= 40; number += 1) {
    await bed.write(number, [user('needle')]);
  }
  const [newest, ...others] = await bed.list();
  const searched = async (sizes: number) => {
    const sessions = [newest, ...others].flatMap(one => (one ? [{ ...one, size: sizes }] : []));
    const hits = searchSessions({ needle: 'needle', sessions, ripgrep: '/bin/false' });
    return (await all(hits)).length;
  };
  // That program finds nothing. The first 32 files are searched before all others.
  expect(await searched(100)).toBe(40);
  expect(await searched(fewBytes / 32)).toBe(40);
  expect(await searched(fewBytes / 4)).toBe(4);
  expect(await searched(fewBytes + 1)).toBe(0);
});
