import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import {
  newPath,
  watchDefinitions,
} from '../../../../../src/host/sections/definitions/definitionList';
import { useSectionBed } from '../files/sectionBed';

const use = useSectionBed();

it('writes to the project only where there is one', () => {
  const configFolder = '/home/.claude';
  expect(newPath('agents', 'a.md', 'project', { cwd: '/w', configFolder })).toEqual({
    path: '/w/.claude/agents/a.md',
    root: '/w',
  });
  for (const [place, cwd] of [['user', '/w'] as const, ['project', undefined] as const]) {
    expect(newPath('agents', 'a.md', place, { cwd, configFolder })).toEqual({
      path: '/home/.claude/agents/a.md',
      root: undefined,
    });
  }
});

it('reports files that appear in folders which were not there before', async () => {
  const { bed } = use;
  mkdirSync(bed.cwd, { recursive: true });
  const onChange = vi.fn();
  const watch = watchDefinitions(['agents'], bed.home, bed.place(), onChange);
  const folder = join(bed.cwd, '.claude/agents');
  // The folders are found asynchronously: write until that is seen.
  await vi.waitFor(() => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'a.md'), String(Math.random()));
    expect(onChange).toHaveBeenCalled();
  });
  watch.dispose();
});
