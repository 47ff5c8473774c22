import type { Page } from 'playwright-core';
import type { ConversationEvent } from '../../../../src/contract/events';
import type { TaskId, ToolCallId } from '../../../../src/contract/ids';
import { newestRecorded } from '../../../support/recordings/recording';
import { recordedTogether } from '../../harness/recorded';
import { arrived } from '../../harness/reports';
import { bashCall, endTurn, startTurn } from '../../harness/story';
import { conversation } from './conversation';
import { at } from './samples';

const group = 'Cards';
const oldest = '2.0.36';

/** The first cards of a recorded run. */
function recorded(name: string, version: string, scenario: string, height = 720) {
  return conversation(
    `cards-${name}`,
    group,
    [...arrived, ...recordedTogether([[version, scenario]])],
    async page => {
      await page.locator('.tool-card, .tool-line, .tool').first().waitFor();
      await page.getByRole('log').evaluate(box => box.scrollTo({ top: 0 }));
    },
    { height },
  );
}

const card = (page: Page, name: string) => page.getByRole('group', { name });
const serving: readonly ConversationEvent[] = [
  ...arrived,
  ...startTurn('1', 'Start the server'),
  { type: 'tool.updated', at, call: bashCall('serve', 'npm run dev', 'running') },
  ...endTurn(),
  {
    type: 'task.changed',
    task: {
      ...{ id: 'b1' as TaskId, kind: 'shell', title: 'Dev server', startedAt: at },
      ...{ toolId: 'serve' as ToolCallId, isBackground: true, status: 'running' },
      ...{ stop: 'task', hasOutput: true },
    },
  },
];

/** Calls of tools, as recorded from the real CLI where that is possible. */
export const cardStates = [
  recorded('commands', newestRecorded, 'bash_tools'),
  recorded('edits', newestRecorded, 'edit_tools', 1200),
  recorded('reads', newestRecorded, 'read_tools'),
  recorded('searches', oldest, 'search_tools'),
  recorded('web', newestRecorded, 'web_tools'),
  recorded('servers', newestRecorded, 'mcp'),
  recorded('subagents', newestRecorded, 'nested_agents'),
  recorded('todos', newestRecorded, 'todo_tools'),
  recorded('permissions', newestRecorded, 'permissions'),
  recorded('skills', newestRecorded, 'skills'),
  conversation(
    'cards-notebook',
    group,
    [
      ...arrived,
      ...startTurn('1', 'Mend the notebook'),
      ...(['replace', 'insert', 'delete'] as const).map(
        (editMode, index): ConversationEvent => ({
          ...{ type: 'tool.updated', at },
          call: {
            ...{ id: `n${index}` as ToolCallId, family: 'notebookEdit', tool: 'NotebookEdit' },
            ...{ title: 'NotebookEdit', target: 'prices.ipynb', content: [], locations: [] },
            status: 'done',
            input: {
              ...{ path: 'prices.ipynb', cellId: `c${index}`, cellType: 'code', editMode },
              source: 'total = sum(prices)\nprint(f"{total:.2f}")',
            },
          },
        }),
      ),
      ...endTurn(),
    ],
    page => card(page, 'NotebookEdit prices.ipynb').last().waitFor(),
  ),
  conversation('cards-background', group, serving, page =>
    card(page, 'Bash npm run dev').getByText('Running in the background').waitFor(),
  ),
  conversation(
    'cards-shell-line',
    group,
    [
      ...arrived,
      ...startTurn('1', 'Hi'),
      ...endTurn(),
      {
        type: 'shell.changed',
        line: {
          ...{ id: '1', command: 'git log --oneline -3', at },
          output: 'a21416e Add a flag\nbd96979 Mend the parser\n4032dea Rename the module\n',
          end: { at: at + 400, exitCode: 0 },
        },
      },
    ],
    page => page.getByRole('group', { name: 'Shell line git log --oneline -3' }).waitFor(),
  ),
];
