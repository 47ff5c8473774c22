import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../../src/base/json';
import { Schedule } from '../../../../../src/cli/translate/calls/schedule';
import type { ToolCallId } from '../../../../../src/contract/ids';
import type { ToolStatus } from '../../../../../src/contract/tools';

const minute = 60_000;

/** Reports calls as the translator does. */
function bed() {
  const schedule = new Schedule();
  let calls = 0;
  const call = (tool: string, input: JsonObject, text = '', status: ToolStatus = 'done') => {
    calls += 1;
    schedule.follow([
      {
        type: 'tool.updated',
        at: 0,
        call: {
          id: `call${calls}` as ToolCallId,
          family: 'other',
          tool,
          title: tool,
          input: { arguments: input },
          content: [{ type: 'text', text }],
          locations: [],
          status,
        },
      },
    ]);
  };
  return { schedule, call };
}

test('a job is scheduled until it is deleted', () => {
  const { schedule, call } = bed();
  call('CronCreate', { cron: '* * * * *' }, 'Scheduled recurring job 968c80c4 (Every minute).');
  call('CronCreate', { cron: '7 7 7 7 *' }, 'Scheduled one-shot task 4e44faac (7 7 7 7 *).');
  expect(schedule.countAt(0)).toBe(2);
  call('CronDelete', { id: '968c80c4' });
  expect(schedule.countAt(0)).toBe(1);
  call('CronDelete', { id: '' });
  expect(schedule.countAt(0)).toBe(1);
});

test('a call that failed or was denied schedules and deletes nothing', () => {
  const { schedule, call } = bed();
  call('CronCreate', {}, 'bad expression', 'failed');
  call('CronCreate', {}, '', 'denied');
  call('CronCreate', {}, '', 'running');
  expect(schedule.countAt(0)).toBe(0);
  call('CronCreate', {}, 'Scheduled recurring job 968c80c4.');
  call('CronDelete', { id: '968c80c4' }, 'no', 'failed');
  expect(schedule.countAt(0)).toBe(1);
});

test('a wakeup is scheduled until it is due, and replaces the one before', () => {
  const { schedule, call } = bed();
  call('ScheduleWakeup', { delaySeconds: 600 });
  call('ScheduleWakeup', { delaySeconds: 120 });
  expect(schedule.countAt(2 * minute)).toBe(1);
  expect(schedule.countAt(5 * minute)).toBe(0);
});

test('a wakeup comes within an hour, and no sooner than in a minute', () => {
  const { schedule, call } = bed();
  call('ScheduleWakeup', { delaySeconds: 1 });
  expect(schedule.countAt(1 * minute)).toBe(1);
  call('ScheduleWakeup', { delaySeconds: 1e9 });
  expect(schedule.countAt(59 * minute)).toBe(1);
  expect(schedule.countAt(70 * minute)).toBe(0);
});
