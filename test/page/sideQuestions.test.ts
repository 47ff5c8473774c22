import { expect, it } from 'vitest';
import { axeFindings } from './harness/axeFindings';
import { arrived } from './harness/reports';
import { startTurn } from './harness/story';
import { useChat } from './harness/useChat';

const open = useChat();

it('shows a question beside the conversation, its answer, and takes a follow-up', async () => {
  const { page, host } = await open({ width: 260 });
  host.emit(...arrived, ...startTurn('1', 'Hi'));
  const asked = { id: 'a', question: 'What is a lease?', at: 1 };
  host.emit({ type: 'sideQuestions.changed', sideQuestions: [asked] });
  const panel = page.getByRole('region', { name: 'Side Questions' });
  await panel.getByText('Asking…').waitFor();
  const note = panel.getByText('Not part of the conversation');
  expect(await note.evaluate(one => one.scrollWidth <= one.clientWidth)).toBe(true);
  const answered = { ...asked, answer: 'The **right** to run a session.' };
  host.emit({ type: 'sideQuestions.changed', sideQuestions: [answered] });
  expect(await panel.locator('strong').textContent()).toBe('right');
  const followUp = panel.getByRole('textbox', { name: 'Follow up' });
  await followUp.fill('and who has it?');
  await followUp.press('Enter');
  expect(await host.waitFor('side.ask')).toMatchObject({
    question: 'and who has it?',
    follows: 'a',
  });
  expect(await followUp.inputValue()).toBe('');
  expect(await axeFindings(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Side Questions', exact: true }).click();
  await followUp.waitFor({ state: 'detached' });
  const next = { id: 'b', question: 'Why?', at: 2, error: 'This version cannot.' };
  host.emit({ type: 'sideQuestions.changed', sideQuestions: [answered, next] });
  await panel.getByText('This version cannot.').waitFor();
  await panel.getByRole('button', { name: 'Clear Side Questions' }).click();
  await host.waitFor('side.clear');
  host.emit({ type: 'sideQuestions.changed', sideQuestions: [] });
  await panel.waitFor({ state: 'detached' });
});
