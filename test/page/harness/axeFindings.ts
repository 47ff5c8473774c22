import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, Result, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
let axeScript: string | undefined;

/** Returns axe's findings of any level on the current page as text. */
export async function axeFindings(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    axeScript ??= readFileSync(axePath, 'utf8');
    const session = await page.context().newCDPSession(page);
    // Evaluated through the debugger: the page's policy blocks scripts of other origins.
    await session.send('Runtime.evaluate', { expression: axeScript });
    await session.detach();
  }
  const results = await page.evaluate(() =>
    (window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }).axe.run({
      // Omits the details of passed rules.
      resultTypes: ['violations'],
    }),
  );
  return results.violations.map(describeFinding);
}

function describeFinding({ id, help, nodes }: Result): string {
  const places = nodes.map(node => `${node.target.join(' ')} ${node.failureSummary ?? ''}`);
  return `${id}: ${help}\n${places.join('\n')}`;
}
