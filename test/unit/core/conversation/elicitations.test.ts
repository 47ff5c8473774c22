import { beforeEach, describe, expect, it } from 'vitest';
import { Deferred } from '../../../../src/base/deferred';
import type {
  ElicitationPrompt,
  FormRequest,
  PageRequest,
} from '../../../../src/contract/elicitation';
import type { ConversationEvent } from '../../../../src/contract/events';
import type { PromptId } from '../../../../src/contract/ids';
import { Elicitations } from '../../../../src/core/conversation/elicitations';

const form: FormRequest = {
  mode: 'form',
  fields: [{ kind: 'text', name: '__proto__', title: 'A', isRequired: true, pattern: '^x' }],
};
const page: PageRequest = {
  mode: 'page',
  url: 'https://example.com/',
  host: { from: 8, to: 19 },
  warnings: [],
};
const id = 'p1' as PromptId;
const other = 'p2' as PromptId;

let events: string[];
let opened: string[];
let openPage: () => Promise<boolean>;
let inputs: Elicitations;

beforeEach(() => {
  events = [];
  opened = [];
  openPage = async () => true;
  const note = (event: ConversationEvent) => {
    if (event.type === 'prompt.opened' && event.prompt.kind === 'elicitation') {
      const { request } = event.prompt;
      events.push(
        `${event.prompt.id} ${request.mode === 'page' ? (request.stage ?? 'new') : 'new'}`,
      );
    } else if (event.type === 'prompt.closed') {
      events.push(`${event.promptId} ${event.outcome}`);
    }
  };
  inputs = new Elicitations(
    all => all.forEach(note),
    () => 0,
    async url => {
      opened.push(url);
      return openPage();
    },
  );
});

/** Asks; the result is what the server hears. */
function ask(request: ElicitationPrompt['request'], promptId = id, pageId?: string) {
  const prompt: ElicitationPrompt = {
    ...{ kind: 'elicitation', id: promptId, server: 'asking', message: 'm', request },
  };
  const abort = new AbortController();
  const answer = inputs.ask({ prompt, ...(pageId ? { pageId } : {}) }, abort.signal);
  return { answer, abort };
}

describe('A form', () => {
  it('is checked with the pattern of the server, and may have any name', async () => {
    const { answer } = ask(form);
    expect(inputs.check(id, ['yx'])).toEqual(['The server expects another form: ^x']);
    const refused = inputs.respond(id, { kind: 'submitForm', entries: ['yx'] });
    await expect(refused).rejects.toMatchObject({ code: 'prompt.badAnswer' });
    expect(inputs.check(id, ['xy'])).toEqual([null]);
    await inputs.respond(id, { kind: 'submitForm', entries: ['xy'] });
    const heard = await answer;
    expect(Object.entries('content' in heard ? (heard.content ?? {}) : {})).toEqual([
      ['__proto__', 'xy'],
    ]);
    expect(events).toEqual(['p1 new', 'p1 answered']);
  });

  it('takes no answer that belongs to a page', async () => {
    ask(form);
    for (const kind of ['openPage', 'pageDone'] as const) {
      await expect(inputs.respond(id, { kind })).rejects.toMatchObject({
        code: 'prompt.badAnswer',
      });
    }
    expect(inputs.waiting).toEqual([id]);
    expect(opened).toEqual([]);
  });
});

describe('A page', () => {
  it('is opened once for two clicks, and can be opened again', async () => {
    const allowed = new Deferred<boolean>();
    openPage = () => allowed.promise;
    const { answer } = ask(page, id, 'page');
    const clicks = [1, 2].map(() => inputs.respond(id, { kind: 'openPage' }));
    allowed.resolve(true);
    await Promise.all(clicks);
    expect(opened).toHaveLength(1);
    expect(await answer).toEqual({ action: 'accept' });
    openPage = async () => true;
    await inputs.respond(id, { kind: 'openPage' });
    expect(opened).toHaveLength(2);
    expect(events).toEqual(['p1 new', 'p1 opened']);
    expect(inputs.waiting).toEqual([]);
    await inputs.respond(id, { kind: 'pageDone' });
    expect(events.at(-1)).toBe('p1 opened');
    await expect(inputs.respond(id, { kind: 'openPage' })).rejects.toMatchObject({
      code: 'prompt.gone',
    });
  });

  it('that was withdrawn while VS Code asked is not accepted', async () => {
    const allowed = new Deferred<boolean>();
    openPage = () => allowed.promise;
    const { answer, abort } = ask(page);
    const click = inputs.respond(id, { kind: 'openPage' });
    abort.abort();
    allowed.resolve(true);
    await click;
    expect(await answer).toEqual({ action: 'cancel' });
    expect(events).toEqual(['p1 new', 'p1 withdrawn']);
  });

  it('that is done before it was opened gets no yes', async () => {
    const { answer } = ask(page, id, 'page');
    inputs.pageFinished('another', 'page');
    inputs.pageFinished('asking', 'another');
    expect(events).toEqual(['p1 new']);
    inputs.pageFinished('asking', 'page');
    expect(await answer).toEqual({ action: 'cancel' });
    expect(events).toEqual(['p1 new', 'p1 finished']);
  });

  it('keeps its card when the agent asks for it again, which then waits for the user', async () => {
    const first = ask(page, id, 'page');
    await inputs.respond(id, { kind: 'openPage' });
    await first.answer;
    const second = ask(page, other, 'page');
    expect(inputs.waiting).toEqual([id]);
    await inputs.respond(id, { kind: 'pageDone' });
    expect(await second.answer).toEqual({ action: 'accept' });
    expect(events).toEqual(['p1 new', 'p1 opened', 'p1 held', 'p1 opened']);
    // Afterwards, the same page is a new question.
    ask(page, other, 'page');
    expect(events.at(-1)).toBe('p2 new');
  });
});

it('answers "cancel" where somebody listens, and closes every card', async () => {
  const asked = ask(form);
  ask(page, other, 'page');
  await inputs.respond(other, { kind: 'openPage' });
  inputs.withdrawAll();
  expect(await asked.answer).toEqual({ action: 'cancel' });
  expect(events.slice(-2)).toEqual(['p2 opened', 'p1 withdrawn']);
  expect(inputs.waiting).toEqual([]);
});

it('cancels only those that the user saw waiting', async () => {
  const seen = ask(form);
  ask(form, other);
  inputs.cancelAll(new Set([id]));
  expect(await seen.answer).toEqual({ action: 'cancel' });
  expect(inputs.waiting).toEqual([other]);
});
