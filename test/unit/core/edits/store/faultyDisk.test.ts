import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Baselines, isRef } from '../../../../../src/core/edits/store/baselines';
import { diskErrors, eachCut, eachFailure } from '../../../../support/disk/faultyDisk';
import { openBaselines } from '../../../../support/openBaselines';

/** Long enough to be stored deflated. */
const content = Buffer.from('a long content '.repeat(1000));

async function isStored(baselines: Baselines, ref: string): Promise<boolean> {
  const found = isRef(ref) ? await baselines.get(ref) : undefined;
  return found !== undefined && content.equals(found);
}

const baselinesIn = (root: string) => openBaselines(join(root, 'baselines'));

test('a stored content is there and whole after a power cut', async () => {
  const cuts = await eachCut(
    async () => undefined,
    async ({ root, calls }) => {
      const baselines = baselinesIn(root);
      calls.note(await baselines.put(content));
    },
    async (root, { notes }) => {
      for (const ref of notes) {
        expect(await isStored(baselinesIn(root), ref)).toBe(true);
      }
      const baselines = baselinesIn(root);
      expect(await isStored(baselines, await baselines.put(content))).toBe(true);
    },
  );
  expect(cuts).toBeGreaterThan(10);
});

test.each(diskErrors)(
  'a content that %s refuses is stored later, lasting: %s',
  async (code, lasting) => {
    const calls = await eachFailure(code, lasting, async ({ root, calls }, fail) => {
      const baselines = baselinesIn(root);
      fail();
      await baselines.put(content).catch((error: unknown) => expect(error).toMatchObject({ code }));
      calls.heal();
      expect(await isStored(baselines, await baselines.put(content))).toBe(true);
    });
    expect(calls).toBeGreaterThan(4);
  },
);
