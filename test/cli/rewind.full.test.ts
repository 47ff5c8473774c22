import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Done, OwnedPlan } from '../../src/core/edits/review/decisions';
import { type Part, toolUse } from '../support/api/reply';
import { underOurs } from '../support/channels/channelBed';
import { bytesAt, put, ReviewBed, type Talk } from '../support/channels/reviewBed';
import { Random } from '../unit/core/edits/text/random';

const turns = 20;
const rewinds = 15;
/** `edited` keeps the user's line; the others are also created, deleted and changed by commands. */
const [edited, ...others] = ['kept.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt'] as const;
const names = [edited, ...others];
const mine = 'typed by the user\n';
/** Number of turns before the user types. */
const typedAfter = 10;

type Files = ReadonlyMap<string, string | undefined>;

let bed: ReviewBed;
let talk: Talk;

beforeEach(async () => {
  bed = await ReviewBed.open({ version: underOurs });
  talk = await bed.talk();
});
afterEach(() => bed.close());

async function files(): Promise<Files> {
  const found = new Map<string, string | undefined>();
  for (const name of names) {
    found.set(name, (await bytesAt(bed.path(name)))?.toString('latin1'));
  }
  return found;
}

/**
 * Returns a random change to a file with the content `text`, such that each turn leaves a trace.
 */
function change(random: Random, name: string, text: string | undefined, turn: number): Part {
  const file = bed.path(name);
  const bash = (command: string) => toolUse('Bash', { command, description: 'A command' });
  if (text === undefined) {
    return random.below(2) === 0
      ? toolUse('Write', { file_path: file, content: linesOf(`${name} made in ${turn}`) })
      : bash(`printf 'made in ${turn}\\r\\n\\r\\nby a command' > '${file}'`);
  }
  const lines = text
    .split('\n')
    .filter(line => line.trim() !== '' && line !== 'last line' && text.split(line).length === 2);
  const line = lines[random.below(lines.length)] ?? '';
  // The user types in the first line.
  const isSafe = line !== '' && line !== lines[0] && !line.endsWith('\r');
  // The agent's edit tools avoid files that are not UTF-8.
  const kind = text.includes('\xfc') ? 1 + random.below(2) : random.below(name === edited ? 1 : 4);
  switch (kind) {
    case 1:
      return bash(`printf 'more in ${turn}\\n' >> '${file}'`);
    case 2:
      return bash(`rm '${file}'`);
    case 3:
      return toolUse('Write', { file_path: file, content: linesOf(`written in ${turn}`) });
    default:
      return isSafe || name === edited
        ? toolUse('Edit', {
            file_path: file,
            old_string: isSafe ? line : 'last line',
            new_string: isSafe ? `edited in ${turn}\nand after` : `in ${turn}\nlast line`,
          })
        : bash(`printf 'again in ${turn}\\n' >> '${file}'`);
  }
}

const linesOf = (word: string) =>
  Array.from({ length: 8 }, (_, index) => `${word}, line ${index}\n`).join('');

/** Returns the earlier state, with the text that the user has typed since. */
function expected(then: Files, turn: number): Files {
  const text = then.get(edited);
  const isTyped = turn >= typedAfter;
  return isTyped || text === undefined ? then : new Map([...then, [edited, mine + text]]);
}

/** Returns pending changes to the files that the user does not touch, as content ids. */
function waiting(): unknown[] {
  return others.map(name =>
    bed.waiting(bed.path(name)).map(({ review: { before, after } }) => ({ before, after })),
  );
}

async function rewindTo(since: number): Promise<Done | undefined> {
  const plans: OwnedPlan[] = [];
  for (const name of names) {
    const path = bed.path(name);
    const now = await bed.decisions.read({ path });
    const plan = await bed.decisions.planner.rewind(talk.review, path, since, now);
    plans.push(...(plan ? [{ channel: talk.review, plan }] : []));
  }
  return bed.decisions.run('Rewind', plans);
}

it.each([42, 3])(
  'rewinds twenty turns back and forth to their exact file states (seed %i)',
  async seed => {
    const random = new Random(seed);
    await put(bed.path(edited), `${linesOf('first')}last line\n`);
    await put(
      bed.path('b.txt'),
      Buffer.from(linesOf('gr\xfcn').replaceAll('\n', '\r\n'), 'latin1'),
    );
    await put(bed.path('c.txt'), linesOf('plain'));
    /**
     * Start times of the turns. `states` holds the files before the first turn and after each turn.
     */
    const began: number[] = [];
    const states: Files[] = [await files()];
    const reviews = [waiting()];
    const seen = { status: new Set<string>(), tools: new Set<string | undefined>() };
    for (let turn = 1; turn <= turns; turn += 1) {
      if (turn === typedAfter + 1) {
        await put(bed.path(edited), mine + states.at(-1)?.get(edited));
        bed.edits.saved.note(bed.path(edited), Date.now());
        states[typedAfter] = await files();
      }
      began.push(Date.now());
      const now = states.at(-1) ?? new Map();
      const chosen = random.shuffle(names).slice(0, 1 + random.below(3));
      await talk.turn(chosen.map(name => change(random, name, now.get(name), turn)));
      const after = await files();
      const changed = names.filter(name => after.get(name) !== now.get(name));
      expect([...changed].sort()).toEqual([...chosen].sort());
      states.push(after);
      reviews.push(waiting());
    }
    for (const name of names) {
      for (const { status, via } of talk.updatesOf(bed.path(name))) {
        seen.status.add(status);
        seen.tools.add(via);
      }
    }
    expect(seen.status).toEqual(new Set(['created', 'updated', 'deleted']));
    expect(seen.tools).toEqual(new Set(['command', undefined]));

    let last: Done | undefined;
    let before = states[turns] ?? new Map();
    for (let count = 0; count < rewinds; count += 1) {
      const turn = random.below(turns);
      before = await files();
      last = await rewindTo(began[turn] ?? 0);
      expect(await files(), `after turn ${turn}, rewind ${count}`).toEqual(
        expected(states[turn] ?? new Map(), turn),
      );
      expect(waiting(), `what waits after turn ${turn}, rewind ${count}`).toEqual(reviews[turn]);
    }
    const [made] = last?.operations ?? [];
    if (!made) {
      throw new Error('The last rewind did nothing');
    }
    await bed.decisions.restore(made.channel, made.operation);
    expect(await files()).toEqual(before);

    await rewindTo(began[0] ?? 0);
    expect(await files()).toEqual(expected(states[0] ?? new Map(), 0));
    expect(bed.room.conflicts).toEqual([]);
    // Files that equal their initial state have no pending changes.
    expect(bed.edits.reviews.waiting.map(({ review }) => review.path)).toEqual([]);
  },
  180_000,
);
