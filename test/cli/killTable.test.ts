import { it } from 'vitest';
import { KillBed } from './support/kills/killBed';

/** `killTable.full.test.ts` has the other moments, and says what this level leaves out. */
it('loses and doubles nothing when all processes are killed after the write of an Edit', async () => {
  const [bed, reached] = await KillBed.open('between the write of an Edit and its result');
  try {
    await bed.check(await bed.kill('everything', reached));
  } finally {
    await bed.close();
  }
});
