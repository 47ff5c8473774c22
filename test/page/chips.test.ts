import { expect, it } from 'vitest';
import type { ModelChoice } from '../../src/contract/choices';
import type { ConversationEvent } from '../../src/contract/events';
import { initialState } from '../../webview/store/pageState';
import { glyphs, type IconName } from '../../webview/ui/glyphs';
import { axeFindings } from './harness/axeFindings';
import { arrived, reported } from './harness/reports';
import { startTurn } from './harness/story';
import { useChat } from './harness/useChat';

const open = useChat();
const at = 0;

const opus: ModelChoice = {
  ...{ value: 'opus', label: 'Opus', efforts: ['low', 'xhigh', 'max'], hasThinkingBudget: false },
  hasFastMode: true,
};
const haiku: ModelChoice = {
  ...{ value: 'haiku', label: 'Haiku', efforts: [], hasThinkingBudget: false },
  lacksAutoMode: true,
};
const choices: ConversationEvent = {
  type: 'choices.changed',
  choices: { models: [opus, haiku], modes: ['default', 'acceptEdits', 'auto'], commands: [] },
};

const glyph = (name: IconName) => String.fromCodePoint(glyphs[name]);

it('fast mode is in the list of a model that has it, with the reason why it is off', async () => {
  const { page, host } = await open();
  host.emit(...arrived, choices, reported({ model: 'opus', fastMode: 'off' }));
  const model = page.getByRole('button', { name: /^Model:/ });
  const list = page.getByRole('listbox', { name: 'Fast mode' });
  await model.click();
  await list.getByRole('option', { name: 'On' }).click();
  expect(await host.waitFor('fastMode.set')).toMatchObject({ fastMode: 'on' });
  await page.getByRole('button', { name: /fast mode \(pending\)$/ }).waitFor();
  host.emit(reported({ fastMode: 'on' }));
  const fast = page.getByRole('button', { name: /fast mode$/ });
  expect(await fast.textContent()).toContain(glyph('zap'));
  host.emit(reported({ fastMode: 'off', fastModeBlocked: 'extra_usage_disabled' }));
  await page.getByRole('button', { name: 'Model: Opus, effort Default', exact: true }).click();
  await page.getByRole('option', { name: /Needs extra usage/ }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  host.emit(reported({ fastMode: 'cooldown', fastModeBlocked: undefined }));
  await page.getByRole('button', { name: /fast mode paused$/ }).click();
  await list.getByRole('option', { name: /^Paused/, selected: true }).waitFor();
  host.emit(reported({ model: 'haiku' }));
  await list.waitFor({ state: 'detached' });
});

it('the effort can be left to the model again, and Ultracode turned on beside it', async () => {
  const { page, host } = await open();
  host.emit(...arrived, choices, reported({ model: 'opus', usualEffort: 'low' }));
  await page.getByRole('button', { name: 'Model: Opus, effort Low (default)' }).click();
  const list = page.getByRole('listbox', { name: 'Effort' });
  const names = () => list.getByRole('option').locator('.picker-text > span').allInnerTexts();
  expect(await names()).toEqual(['Default (Low)', 'Low', 'xHigh', 'Max']);
  await list.getByRole('option', { name: /^Default/, selected: true }).waitFor();
  await page.keyboard.press('Escape');
  host.emit(reported({ effort: 'xhigh', usualEffort: undefined, ultracode: 'off' }));
  await page.getByRole('button', { name: 'Model: Opus, effort xHigh' }).click();
  await list.getByRole('option', { name: /^Default/ }).click();
  expect(await host.waitFor('effort.set')).toMatchObject({ effort: null });
  host.emit(reported({ effort: null }));
  await page.getByRole('button', { name: 'Model: Opus, effort Default', exact: true }).click();
  await list.getByRole('option', { name: 'Turn Ultracode on' }).click();
  expect(await host.waitFor('ultracode.set')).toMatchObject({ ultracode: 'on' });
  host.emit(reported({ ultracode: 'on' }));
  await page
    .getByRole('button', { name: 'Model: Opus, effort Default, Ultracode', exact: true })
    .waitFor();
});

it('a mode that is missing here is named with the reason, and cannot be picked', async () => {
  const { page, host } = await open();
  host.emit(...arrived, choices, reported({ model: 'haiku' }));
  await page.getByRole('button', { name: 'Permission mode: Manual' }).click();
  const row = page.getByRole('option', { name: 'Auto Not with this model' });
  expect(await row.getAttribute('aria-disabled')).toBe('true');
  await row.click({ force: true });
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  expect(await host.waitFor('mode.set')).toMatchObject({ mode: 'acceptEdits' });
  host.emit(reported({ model: 'opus', mode: 'default' }));
  await page.getByRole('button', { name: 'Permission mode: Manual', exact: true }).click();
  expect(
    await page.getByRole('option', { name: /^Auto/ }).getAttribute('aria-disabled'),
  ).toBeNull();
});

it('tools that are off are named, once for those that go together, and open the choice', async () => {
  const { page, host } = await open();
  const disabledTools = ['Bash', 'TodoWrite', 'TaskCreate', 'mcp__library', 'mcp__notes__add'];
  host.emit(...arrived, reported({ disabledTools }));
  const chip = page.getByRole('button', { name: '4 tools are off' });
  expect(await chip.getAttribute('title')).toBe(
    'Off in this conversation: Bash, To-do list, library, notes: add',
  );
  await chip.click();
  expect(await host.waitFor('command.run')).toMatchObject({ name: 'tools' });
});

it('answers of commands are shown as Markdown, columns as they stand, and never as tags', async () => {
  const { page, host } = await open();
  const notice = (command: string, text: string): ConversationEvent => {
    return { type: 'notice', at, notice: { kind: 'commandOutput', command, text } };
  };
  host.emit(
    ...startTurn('1', '/context'),
    notice('context', '## Context Usage\n\n| Category | Tokens |\n|---|---|\n| System | 1k |\n'),
    notice('model', 'Current model: `Opus`\nUsage: `/model <name>`'),
    notice('usage', '\u001b[2mCost:      $1\u001b[0m\nDuration:  2s'),
    { type: 'notice', at, notice: { kind: 'terminalOnly', command: 'help', text: 'No.' } },
  );
  await page.getByRole('heading', { name: 'Context Usage' }).waitFor();
  await page.getByRole('cell', { name: '1k' }).waitFor();
  const texts = await page.locator('.command-output').allInnerTexts();
  expect(texts[1]).toMatch(/Current model: Opus\nUsage: \/model <name>/);
  expect(await page.locator('.command-output pre').innerText()).toBe(
    'Cost:      $1\nDuration:  2s',
  );
  await page.getByRole('button', { name: 'Open in Terminal' }).click();
  expect(await host.waitFor('command.inTerminal')).toMatchObject({ name: 'help' });
});

it('the card of a plan offers the modes of the agent, and says which one the setting names', async () => {
  const { page, host } = await open();
  host.send('config.changed', {
    config: { ...initialState.config, modeAfterPlan: 'acceptEdits' },
  });
  host.emit(...arrived, choices, ...startTurn('1', 'Plan it'));
  host.emit({
    type: 'prompt.opened',
    at,
    prompt: {
      ...{ id: 'p1' as never, toolId: 't1' as never, kind: 'plan', plan: '# Plan' },
      call: {
        ...{ id: 't1' as never, tool: 'ExitPlanMode', family: 'plan', title: 'Plan' },
        ...{ content: [], locations: [], status: 'pending' },
      } as never,
    },
  });
  const card = page.getByRole('group', { name: 'Plan' });
  await card.getByText('“Approve” continues in the mode Edit automatically.').waitFor();
  const buttons = await card.locator('button > span:not(.sr-only)').allInnerTexts();
  expect(buttons).toEqual([
    'Approve',
    'Approve, Ask Before Edits',
    'Approve, Use Auto Mode',
    'Keep Planning',
  ]);
  await card.getByRole('button', { name: 'Approve, Use Auto Mode' }).click();
  expect(await host.waitFor('prompt.answer')).toMatchObject({
    answer: { kind: 'approvePlan', mode: 'auto' },
  });
});
