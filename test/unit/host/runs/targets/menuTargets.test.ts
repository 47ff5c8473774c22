import { expect, it } from 'vitest';
import { changesOf, pathsOf } from '../../../../../src/host/runs/targets/menuTargets';

const uri = (fsPath: string, scheme = 'file') => ({ scheme, fsPath, path: fsPath });
const state = (path: string) => ({ resourceUri: uri(path), resourceGroupType: 2 });

it('reads what the Explorer and tabs pass', () => {
  expect(pathsOf([uri('/w/a'), [uri('/w/a'), uri('/w/b')]])).toEqual(['/w/a', '/w/b']);
  expect(pathsOf([uri('/w/a'), { groupId: 0 }])).toEqual(['/w/a']);
  expect(pathsOf([])).toEqual([]);
});

it('reads rows, groups and repositories of the Source Control view', () => {
  expect(changesOf([state('/w/a'), [state('/w/a'), state('/w/b')]]).paths).toEqual([
    '/w/a',
    '/w/b',
  ]);
  const group = { id: 'workingTree', resourceStates: [state('/w/a'), state('/w/c')] };
  expect(changesOf([group])).toEqual({ paths: ['/w/a', '/w/c'], roots: [] });
  expect(changesOf([{ rootUri: uri('/w') }])).toEqual({ paths: [], roots: ['/w'] });
});

it.each([[[uri('/a', 'git')]], [[{ some: 'thing' }]], [[42]]])('refuses %j', args => {
  expect(() => pathsOf(args)).toThrow(/run/i);
  expect(() => changesOf(args)).toThrow(/run/i);
});
