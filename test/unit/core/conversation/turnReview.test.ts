import { expect, test } from 'vitest';
import { scriptedBed } from '../../../support/channels/scriptedAgents';

test('without a turn that changed files, there is nothing to review yet', async () => {
  const bed = scriptedBed();
  await expect(bed.channel.reviews.open()).rejects.toThrow('There are no changes to review yet.');
  bed.channel.dispose();
});
