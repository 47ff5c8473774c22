import type { Page } from 'playwright-core';
import type { FormField, FormRequest, PageRequest } from '../../../../src/contract/elicitation';
import type { ConversationEvent } from '../../../../src/contract/events';
import type { PromptId } from '../../../../src/contract/ids';
import type { PermissionPrompt, Prompt } from '../../../../src/contract/prompts';
import { lineChanges } from '../../../../src/protocol/lineChanges';
import { newestRecorded } from '../../../support/recordings/recording';
import { promptsIn, recordedEvents } from '../../harness/recorded';
import { arrived } from '../../harness/reports';
import { opened, permissionFor, startTurn } from '../../harness/story';
import { conversation } from './conversation';
import { at, talk } from './samples';

const group = 'Requests';
/** A card takes answers a moment after it came: then it looks as it will look. */
const armed = (page: Page) =>
  page.locator('[data-outcome=open] button[aria-disabled="false"]').first().waitFor();

function permission(
  name: string,
  prompt: PermissionPrompt,
  until = armed,
  asked = 'Run the tests',
) {
  return conversation(
    `permission-${name}`,
    group,
    [...talk, ...startTurn('2', asked), ...opened(prompt)],
    until,
  );
}

/** The first request of a kind in a recorded run, at the moment at which it was open. */
function recordedPrompt(name: string, scenario: string, kind: Prompt['kind']) {
  const all = promptsIn(recordedEvents(newestRecorded, scenario));
  const found = all.find(({ prompt }) => prompt.kind === kind);
  if (!found) throw new Error(`${scenario} has no request of the kind ${kind}.`);
  return conversation(
    name,
    group,
    [
      ...arrived,
      ...found.before,
      found.opened,
      { type: 'agent.changed', agent: { phase: 'waiting' } },
    ],
    armed,
  );
}

const options = [
  { value: 's', label: 'Small' },
  { value: 'l', label: 'Large' },
];
const fields: readonly FormField[] = [
  {
    ...{ kind: 'text', name: 'mail', title: 'Mail', isRequired: true, format: 'email' },
    description: 'For the receipt',
  },
  {
    ...{ kind: 'number', name: 'age', title: 'Age', isRequired: false, isInteger: true },
    ...{ minimum: 18, initial: 20 },
  },
  { kind: 'flag', name: 'vip', title: 'Very important', isRequired: false, initial: true },
  { kind: 'choice', name: 'size', title: 'Size', isRequired: true, options },
  { kind: 'choices', name: 'more', title: 'Extras', isRequired: false, options },
];
const address: PageRequest = {
  mode: 'page',
  url: 'https://user@example.com/sign-in',
  host: { from: 13, to: 24 },
  warnings: [{ kind: 'userName' }],
};

function input(
  name: string,
  request: FormRequest | PageRequest,
  until: (page: Page) => Promise<unknown> = armed,
) {
  const prompt: ConversationEvent = {
    ...{ type: 'prompt.opened', at },
    prompt: {
      ...{ kind: 'elicitation', id: name as PromptId, server: 'library' },
      ...{ message: 'Who may borrow the book?', request },
    },
  };
  const waiting = { type: 'agent.changed', agent: { phase: 'waiting' } } as const;
  return conversation(
    `elicitation-${name}`,
    group,
    [...arrived, ...startTurn('1', 'Reserve the book.'), prompt, waiting],
    until,
    {
      prepare: host => {
        host.answers['prompt.check'] = ({ entries }) => entries.map(() => null);
      },
    },
  );
}

const longCommand = Array.from({ length: 40 }, (_, index) => `node step${index}.js`).join('\n');
const fileBefore = `export function parse(args: readonly string[]): Options {
  return {};
}

/** Prints each line of the result. */
export function print(lines: readonly string[], out: Writable): void {
  for (const line of lines) {
    out.write(line);
  }
}

export function main(args: readonly string[]): void {
  const lines = run();
  print(lines, process.stdout);
}
`;
const fileAfter = fileBefore
  .replace('return {};', "return { json: args.includes('--json') };")
  .replace(
    '  print(lines, process.stdout);',
    '  const { json } = parse(args);\n  print(json ? [JSON.stringify(lines)] : lines, process.stdout);',
  );
const edit = (() => {
  const prompt = permissionFor('e', '');
  const call = {
    ...prompt.call,
    ...{ family: 'edit', tool: 'Edit', title: 'Edit', target: 'src/parse.ts' },
    input: {
      path: 'src/parse.ts',
      edits: [{ oldText: fileBefore, newText: fileAfter }],
    },
  } as PermissionPrompt['call'];
  return {
    ...prompt,
    ...{ call, hasDiff: true },
    change: { path: 'src/parse.ts', hunks: [], ...lineChanges(fileBefore, fileAfter) },
    suggestions: [{ type: 'setMode', index: 0, mode: 'acceptEdits', destination: 'session' }],
  } satisfies PermissionPrompt;
})();

/** Requests of Claude, and of servers. */
export const requestStates = [
  permission('command', permissionFor('p', 'npm test')),
  permission('long-command', permissionFor('p', longCommand)),
  permission('edit', edit, armed, 'Add a --json flag'),
  permission('always', permissionFor('p', 'npm test -- --watch=false'), async page => {
    await armed(page);
    const always = page.getByRole('button', { name: /^Always Allow/ });
    await always.first().click();
    await page.getByRole('combobox').first().waitFor();
  }),
  permission('subagent', {
    ...permissionFor('p', 'curl https://example.com/prices'),
    ...{ agent: 'explorer', reason: 'This command reaches the network.', suggestions: [] },
  }),
  permission('offered', {
    ...permissionFor('p', 'npm test'),
    suggestions: [],
    offered: [
      { index: 0, label: 'Yes, run it', effect: 'allowOnce' },
      { index: 1, label: 'Yes, and never ask again', effect: 'allowAlways' },
      { index: 2, label: 'No', effect: 'rejectOnce' },
    ],
  }),
  recordedPrompt('question', 'ask_question', 'question'),
  recordedPrompt('plan', 'exit_plan', 'plan'),
  input('form', { mode: 'form', fields }),
  input('problems', { mode: 'form', fields }, async page => {
    await armed(page);
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('alert').first().waitFor();
  }),
  input('page', address),
];
