import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { SectionId } from '../../src/contract/sections';
import { SettingsFiles } from '../../src/host/sections/files/settingsFiles';
import { permissionsSection } from '../../src/host/sections/permissions/permissionsSection';
import { launchBrowser } from '../support/browser';
import { openComponentPage } from '../support/componentPage';
import type {} from '../support/pages/sectionsBench';
import { themes } from '../support/themes';
import type { Benchmark } from './benchmark';
import { cpuOf, median } from './benchPage';

/** Rules in the files of three scopes. */
const rules = 300;
const rounds = 15;

export const bench: Benchmark = {
  name: 'opening a section of the tab',
  async run() {
    const top = await mkdtemp(join(tmpdir(), 'tandem-bench-'));
    const cwd = join(top, 'project');
    const paths = [
      join(top, 'home/settings.json'),
      join(cwd, '.claude/settings.json'),
      join(cwd, '.claude/settings.local.json'),
    ];
    for (const [index, path] of paths.entries()) {
      const allow = Array.from({ length: rules / 3 }, (_, at) => `Bash(tool-${index}-${at}:*)`);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, JSON.stringify({ permissions: { allow } }));
    }
    const source = permissionsSection(
      new SettingsFiles({
        configFolder: () => join(top, 'home'),
        managed: join(top, 'managed'),
        launch: () => undefined,
        preview: { show: async () => undefined },
      }),
    );
    // Without a CLI: its answer takes longer than all else.
    const reports = () => Promise.reject(new Error('There is no CLI.'));
    const place = { cwd, channel: undefined, isTrusted: true, reports };
    const reads: number[] = [];
    const browser = await launchBrowser();
    try {
      const styles = ['base', 'controls', 'forms', 'marks', 'sections'];
      const { page, setTheme } = await openComponentPage(browser, 'sectionsBench.tsx', styles);
      await setTheme(themes.dark);
      await page.exposeFunction('readSection', async (id: SectionId) => {
        const start = performance.now();
        const content = id === 'permissions' ? await source.read(place) : { groups: [] };
        if (id === 'permissions') reads.push(performance.now() - start);
        return { id, ...content };
      });
      const opened: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const open = () => page.evaluate(() => window.openSection('permissions'));
        opened.push(await cpuOf(page, open));
        await page.evaluate(() => void window.openSection('hooks'));
      }
      const bare = await timeOf(() =>
        Promise.all(paths.map(async path => JSON.parse(await readFile(path, 'utf8')))),
      );
      const [open, read] = [median(opened), median(reads)];
      return {
        what: `from the call to the painted section with ${rules} rules, against reading them`,
        measured: open / read,
        limit: 12,
        unit: '×',
        detail: `${open.toFixed(0)} / ${read.toFixed(1)} ms; the bare files take ${bare.toFixed(1)} ms`,
      };
    } finally {
      await browser.close();
      await rm(top, { recursive: true, force: true });
    }
  },
};

async function timeOf(task: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await task();
  return performance.now() - start;
}
