import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type {
  ElicitationPrompt,
  FormField,
  PageRequest,
} from '../../../../src/contract/elicitation';
import type { PromptId } from '../../../../src/contract/ids';
import type { PromptAnswer } from '../../../../src/contract/prompts';
import { problemsOf } from '../../../../src/core/conversation/formAnswer';
import type { inputCommands } from '../../../../src/host/chat/inputCommands';
import type { FirstPrompts } from '../../../../src/host/commands/firstPrompts';

interface Item {
  readonly label: string;
}
/** Acts as the user: each input is answered by the next entry; undefined closes it. */
const user = vi.hoisted(() => ({
  answers: [] as unknown[],
  seen: [] as string[],
}));

vi.mock('vscode', () => {
  const message = async (
    text: string,
    { detail = '' }: { detail?: string },
    ...actions: string[]
  ) => {
    user.seen.push(`${text} | ${detail} | ${actions.join()}`);
    return user.answers.shift();
  };
  return {
    ProgressLocation: {},
    l10n: {
      t: (text: string, ...args: unknown[]) => text.replace(/\{(\d)\}/g, (_, at) => `${args[at]}`),
    },
    window: {
      showInformationMessage: message,
      showWarningMessage: message,
      showQuickPick: async (items: readonly Item[], options: { placeHolder?: string }) => {
        user.seen.push(`${items.map(({ label }) => label).join()} | ${options.placeHolder}`);
        const wanted = user.answers.shift();
        return Array.isArray(wanted)
          ? items.filter(({ label }) => wanted.includes(label))
          : items.find(({ label }) => label === wanted);
      },
      showInputBox: async (options: {
        value: string;
        validateInput(text: string): Promise<unknown>;
      }) => {
        const text = user.answers.shift();
        user.seen.push(
          `${options.value} | ${JSON.stringify(await options.validateInput(`${text}`))}`,
        );
        return text;
      },
    },
  };
});

let run: ReturnType<typeof inputCommands>;
let given: PromptAnswer[];
let prompt: ElicitationPrompt;

beforeAll(async () => {
  vi.resetModules();
  const { inputCommands } = await import('../../../../src/host/chat/inputCommands');
  const channel = {
    checkForm: (_: PromptId, entries: Parameters<typeof problemsOf>[1]) =>
      prompt.request.mode === 'form' ? problemsOf(prompt.request, entries) : [],
    answer: async (_: PromptId, answer: PromptAnswer) => void given.push(answer),
  };
  const firsts = { target: () => ({ channel, prompt }) };
  run = inputCommands(firsts as unknown as FirstPrompts);
});
beforeEach(() => {
  given = [];
  user.seen = [];
});
afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

const options = ['a', 'b', 'c'].map(value => ({ value, label: value.toUpperCase() }));
const base = { isRequired: true };
const fields: readonly FormField[] = [
  { ...base, kind: 'text', name: 't', title: 'T', initial: 'x', pattern: '^x' },
  { ...base, kind: 'number', name: 'n', title: 'N', isInteger: true },
  { ...base, kind: 'flag', name: 'f', title: 'F', initial: true },
  { ...base, kind: 'choice', name: 'c', title: 'C', options },
  { ...base, kind: 'choices', name: 'm', title: 'M', options, maxItems: 1 },
];

function asks(request: ElicitationPrompt['request']): void {
  prompt = { kind: 'elicitation', id: 'p' as PromptId, server: 's', message: 'Why', request };
}

const page: PageRequest = {
  ...{ mode: 'page', url: 'https://xn--a.example/path', host: { from: 8, to: 21 } },
  warnings: [{ kind: 'otherAlphabet', unicodeHost: 'ä.example' }],
};

it('asks for each field of a form, and again for what is wrong', async () => {
  asks({ mode: 'form', fields });
  user.answers = ['xy', '4', 'No', 'B', ['A', 'B'], ['C']];
  await run['tandem.input.answer']('p');
  expect(given).toEqual([{ kind: 'submitForm', entries: ['xy', '4', false, 'b', ['c']] }]);
  expect(user.seen).toEqual([
    'x | undefined',
    ' | undefined',
    'Yes,No | F · Why',
    'A,B,C | C · Why',
    'A,B,C | M · Choose at most 1 · Why',
    'A,B,C | Choose at most 1 option.',
  ]);
});

it('says what is wrong while the user types, with the pattern of the server', async () => {
  asks({ mode: 'form', fields: fields.slice(0, 1) });
  user.answers = ['y'];
  await run['tandem.input.answer']('p');
  expect(user.seen).toEqual(['x | "The server expects another form: ^x"']);
});

it('answers nothing if the user closes one of the inputs', async () => {
  asks({ mode: 'form', fields });
  user.answers = ['xy', '4', undefined];
  await run['tandem.input.answer']('p');
  expect(given).toEqual([]);
});

it('offers no choice for an optional field, and a yes for a form without fields', async () => {
  asks({
    mode: 'form',
    fields: [{ ...base, kind: 'choice', name: 'c', title: 'C', options, isRequired: false }],
  });
  user.answers = ['No choice'];
  await run['tandem.input.answer']('p');
  asks({ mode: 'form', fields: [] });
  user.answers = ['Submit', undefined];
  await run['tandem.input.answer']('p');
  await run['tandem.input.answer']('p');
  expect(given).toEqual([
    { kind: 'submitForm', entries: [''] },
    { kind: 'submitForm', entries: [] },
  ]);
});

it('opens a page after its whole address was shown, and only with a yes', async () => {
  asks(page);
  user.answers = [undefined, 'Open Page'];
  await run['tandem.input.answer']('p');
  expect(given).toEqual([]);
  await run['tandem.input.answer']('p');
  expect(given).toEqual([{ kind: 'openPage' }]);
  expect(user.seen[0]).toMatch(/^s asks you to open a page of xn--a\.example\. \| Why\n\nhttps:/);
  expect(user.seen[0]).toContain('ä.example');
  asks({ ...page, stage: 'held' });
  user.answers = ['Done'];
  await run['tandem.input.answer']('p');
  expect(given.at(-1)).toEqual({ kind: 'pageDone' });
});

it('refuses what cannot be shown or opened, which can still be declined', async () => {
  const { host: _, ...closed } = page;
  asks(closed);
  await expect(run['tandem.input.answer']('p')).rejects.toMatchObject({ code: 'link.scheme' });
  asks({ mode: 'form', fields: [], obstacle: { kind: 'unreadable' } });
  await expect(run['tandem.input.answer']('p')).rejects.toMatchObject({ code: 'prompt.badAnswer' });
  await run['tandem.input.decline']('p');
  await run['tandem.input.cancel']('p');
  expect(given).toEqual([{ kind: 'declineInput' }, { kind: 'cancelInput' }]);
});
