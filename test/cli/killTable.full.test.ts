import { describe, it } from 'vitest';
import { KillBed } from './support/kills/killBed';
import { moments, victims } from './support/kills/moments';

/**
 * Kills processes by SIGKILL at each moment of a message's life, and opens the next window. Nothing
 * may be lost, doubled or left running, except what `docs/adr/011-crashes-and-power-cuts.md` names.
 * The host runs all of the core and the real CLI. It has no editor, and therefore no pages, no
 * unsaved text, no diffs, and no tabs that VS Code restores; `editor/kill.full.test.ts` has these.
 */
describe.each(moments)('killed %s:', moment => {
  it.each(victims)('%s', async victim => {
    const [bed, reached] = await KillBed.open(moment);
    try {
      await bed.check(await bed.kill(victim, reached));
    } finally {
      await bed.close();
    }
  });
});
