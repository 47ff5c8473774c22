import { expect, it } from 'vitest';
import type { RecordedCall } from '../../../../../src/contract/inspector/recordedCall';
import type { Subject } from '../../../../../src/host/inspector/subjects/subject';
import { SubjectAnswers } from '../../../../../src/host/inspector/subjects/subjectAnswers';
import { systemClock } from '../../../../../src/node/systemClock';
import { recording } from '../../../../support/inspector/recordings';

it('a call is read once for its parts, and no part of it is shown once it was cleared', async () => {
  let kept: RecordedCall | undefined = recording({ body: '{"secret":"plan"}' });
  let reads = 0;
  const subject: Partial<Subject> = {
    recorded: async () => {
      reads += 1;
      return kept;
    },
  };
  const answers = new SubjectAnswers({
    subjects: { of: async () => subject as Subject },
    clock: systemClock,
    recordingOf: () => expect.fail('Nobody asks for this.'),
  });
  const part = () => answers.part('channel-1', 'k-1', { kind: 'rawRequest' });
  await answers.call('channel-1', 'k-1');
  expect([(await part()).text, (await part()).text, reads]).toEqual([
    '{"secret":"plan"}',
    '{"secret":"plan"}',
    1,
  ]);
  kept = undefined;
  answers.forget();
  await expect(part()).rejects.toMatchObject({ code: 'inspector.absent' });
});
