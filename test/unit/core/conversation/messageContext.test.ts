import { afterEach, beforeEach, expect, it } from 'vitest';
import { UserError } from '../../../../src/base/errors';
import type { Attachment, Draft } from '../../../../src/contract/draft';
import type { Mention } from '../../../../src/contract/mentions';
import { parseRecord } from '../../../../src/core/registry/recordSchema';
import type { ContextBlock } from '../../../../src/protocol/agentSource';
import { type ScriptedBed, scriptedBed } from '../../../support/channels/scriptedAgents';

let bed: ScriptedBed;

beforeEach(async () => {
  bed = scriptedBed();
  bed.agents.stored = [];
  await bed.channel.agent.warmUp();
  bed.agents.newest.survivesInterrupt = true;
});

afterEach(() => bed.channel.dispose());

/** Waits until pending work has settled. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    await new Promise(resolve => setImmediate(resolve));
  }
}

const mention: Mention = {
  token: '@zsh',
  label: 'zsh',
  target: { kind: 'terminal', id: '1', name: 'zsh' },
};
const attached = (text: string): Attachment => ({
  ...{ id: text, name: `${text}.txt`, kind: 'text', origin: 'file', text },
});
const selection: ContextBlock = { kind: 'selection', title: 'Selection in a.ts', text: 'let a;' };
const mentioning = (text: string): Draft => ({ text, images: [], mentions: [mention] });

async function send(draft: Draft, context?: readonly ContextBlock[]): Promise<void> {
  bed.channel.messages.send(draft, context);
  await settled();
}

const sent = () => bed.agents.newest.sent;
const prompts = () => {
  const { turns, open } = bed.channel.conversation;
  const all = [...turns, ...(open ? [open] : [])].flatMap(({ items }) => items);
  return all.flatMap(item => (item.kind === 'prompt' ? [item] : []));
};
const warnings = () =>
  JSON.stringify(bed.channel.conversation.turns.concat(bed.channel.conversation.open ?? []));

it('sends what the editor showed, then what is mentioned, then what is attached', async () => {
  bed.mentions = {
    prepare: async ({ text }) => ({
      text: text.replace('@zsh', 'the terminal'),
      context: [{ kind: 'terminal', title: 'Terminal', text: 'one' }],
    }),
  };
  await send({ ...mentioning('see @zsh'), attachments: [attached('two')] }, [selection]);
  expect(sent()[0]).toMatchObject({
    text: 'see the terminal',
    context: [selection, { text: 'one' }, { kind: 'text', title: 'two.txt', text: 'two' }],
  });
  const [prompt] = prompts();
  expect(prompt).toMatchObject({ text: 'see @zsh', agentText: 'see the terminal' });
  expect(prompt?.mentions).toEqual([mention]);
  expect(prompt?.context?.map(({ title, attachment }) => [title, attachment])).toEqual([
    ['Selection in a.ts', undefined],
    ['Terminal', undefined],
    ['two.txt', 'two'],
  ]);
  expect(prompt?.context?.every(({ blob, text }) => blob && text === undefined)).toBe(true);
  expect(bed.channel.record.inFlight[0]).toMatchObject({ agentText: 'see the terminal' });
});

it('sends an attachment that stands in the text once, whoever read it', async () => {
  bed.mentions = {
    prepare: async ({ text }) => ({
      text,
      context: [{ kind: 'attachment', title: 'x', text: 'two' }],
    }),
  };
  await send({ ...mentioning('see @zsh'), attachments: [attached('two')] });
  expect(sent()[0]?.context).toHaveLength(1);
});

it('reads nothing for a mention whose token is gone, nor for plain words', async () => {
  bed.mentions = {
    prepare: async () => {
      throw new Error('Nobody may ask');
    },
  };
  await send(mentioning('plain'));
  expect(sent()[0]).toMatchObject({ text: 'plain' });
});

it('replaces what no API takes', async () => {
  const broken = { ...selection, title: 'a\nb\u2028c', text: 'x\ud800y\0z\u{1f600}' };
  await send({ text: 'hi', images: [] }, [broken]);
  const clean = { kind: 'selection', title: 'a b c', text: 'x\ufffdy\ufffdz\u{1f600}' };
  expect(sent()[0]?.context).toEqual([clean]);
});

it('returns the whole message if a mention cannot be read, and says which', async () => {
  bed.mentions = {
    prepare: () => Promise.reject(new UserError('mention.gone', 'zsh is closed.')),
  };
  const draft = { ...mentioning('see @zsh'), attachments: [attached('two')] };
  await send(draft, [selection]);
  expect(sent()).toEqual([]);
  const { attachments, ...rest } = bed.channel.record.draft;
  expect(rest).toEqual(mentioning('see @zsh'));
  expect(attachments?.map(({ name }) => name)).toEqual(['two.txt', 'Selection in a.ts']);
  expect(warnings()).toContain('zsh is closed.');
  expect(bed.channel.record.inFlight).toEqual([]);
});

it('gives up after ten seconds', async () => {
  let signal: AbortSignal | undefined;
  bed.mentions = {
    prepare: (_, given) => {
      signal = given;
      return new Promise(() => undefined);
    },
  };
  await send(mentioning('see @zsh'));
  bed.clock.advance(9_999);
  await settled();
  expect(bed.channel.conversation.summary.sending).toHaveLength(1);
  bed.clock.advance(1);
  await settled();
  expect(signal?.aborted).toBe(true);
  expect(bed.channel.record.draft.text).toBe('see @zsh');
  expect(warnings()).toContain('Reading zsh took too long.');
});

it.each([
  ['\u3002@.env', 1],
  ['@".env"', 1],
  ['mail me@host.com', 0],
])('the text %j is read %i times before it is sent', async (text, times) => {
  let read = 0;
  bed.mentions = {
    prepare: async draft => {
      read += 1;
      return { text: draft.text, context: [] };
    },
  };
  await send({ text, images: [] });
  expect(read).toBe(times);
});

it('stops reading when the user stops', async () => {
  bed.mentions = { prepare: () => new Promise(() => undefined) };
  await send(mentioning('see @zsh'));
  await bed.channel.agent.stop();
  await settled();
  expect(sent()).toEqual([]);
  expect(bed.channel.record.draft).toEqual(mentioning('see @zsh'));
});

it('keeps the selection of a queued message in the record, and as a file when it is edited', async () => {
  await send({ text: 'busy', images: [] });
  const open: ContextBlock = { kind: 'openFile', title: 'a.ts', text: 'a.ts is open' };
  await send({ text: 'later', images: [] }, [selection, open]);
  const stored = parseRecord(JSON.parse(JSON.stringify(bed.channel.record)));
  expect(stored).toMatchObject({ ok: true, value: { queue: [{ context: [selection, open] }] } });
  const [queued] = bed.channel.conversation.summary.queue;
  expect(queued?.context).toEqual(['Selection in a.ts', 'a.ts']);
  const draft = queued && bed.channel.messages.edit(queued.id);
  expect(draft).toMatchObject({ text: 'later', attachments: [{ name: 'Selection in a.ts' }] });
  expect(draft?.attachments).toHaveLength(1);
});

it('returns an attachment that stands in the text under its id, so that its chip stays', async () => {
  const chip: Mention = {
    token: '[Pasted text]',
    label: 'Pasted text',
    target: { kind: 'attachment', id: 'two' },
  };
  bed.mentions = {
    prepare: async ({ text }) => ({
      text,
      context: [{ kind: 'attachment', title: 'Pasted text', text: 'two' }],
    }),
  };
  const draft = { text: 'see [Pasted text]', images: [], mentions: [chip] };
  await send({ ...draft, attachments: [attached('two')] });
  bed.agents.newest.answer();
  await settled();
  await bed.channel.editLast();
  expect(bed.channel.record.draft).toMatchObject({
    ...draft,
    attachments: [{ id: 'two', text: 'two' }],
  });
});

it('returns mentions and content of a sent message when it is edited', async () => {
  bed.mentions = {
    prepare: async ({ text }) => ({
      text,
      context: [{ kind: 'terminal', title: 'Terminal', text: 'old output' }],
    }),
  };
  const long = attached('x'.repeat(20_000));
  await send({ ...mentioning('see @zsh'), attachments: [long] }, [selection]);
  bed.agents.newest.answer();
  await settled();
  await bed.channel.editLast();
  const { mentions, attachments = [] } = bed.channel.record.draft;
  expect(mentions).toEqual([mention]);
  // The terminal is read anew.
  expect(attachments.map(one => (one.kind === 'text' ? one.text : ''))).toEqual([
    'let a;',
    'x'.repeat(20_000),
  ]);
});

it('queues PDFs and files while the agent works, which would not read them in the middle of a turn', async () => {
  bed.settings.whileWorking = 'steer';
  await send({ text: 'busy', images: [] });
  const pdf: Attachment = { id: 'p', name: 'a.pdf', kind: 'pdf', data: 'JVBERg==' };
  await send({ text: 'read', images: [], attachments: [pdf] });
  const file: Mention = { token: '@a.ts', label: 'a.ts', target: { kind: 'file', path: 'a.ts' } };
  await send({ text: 'see @a.ts', images: [], mentions: [file] });
  await send({ text: 'more', images: [], attachments: [attached('two')] });
  expect(sent().map(({ text }) => text)).toEqual(['busy', 'more']);
  expect(bed.channel.conversation.summary.queue.map(({ text }) => text)).toEqual([
    'read',
    'see @a.ts',
  ]);
});

it('shows what would be sent without sending it', async () => {
  const { context } = await bed.channel.messages.preview(mentioning('see @zsh'), [selection]);
  expect(context).toEqual([selection]);
  expect(sent()).toEqual([]);
});
