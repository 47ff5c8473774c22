import { it } from 'vitest';
import { atUsage } from './harness/sampleUsage';
import { useSections } from './harness/useSections';

const open = useSections();
it.each([
  ['dark', 900],
  ['light', 900],
  ['hcDark', 700],
  ['hcLight', 700],
  ['dark', 280],
] as const)('%s %d', async (theme, width) => {
  const { page } = await open({ theme, width, prepare: atUsage });
  await page.locator('rect').first().waitFor();
  await page.setViewportSize({ width, height: 1500 });
  await page.waitForFunction(() => document.querySelectorAll('rect').length > 60);
  await page.screenshot({ path: `/tmp/g3/usage-${theme}-${width}.png` });
});
