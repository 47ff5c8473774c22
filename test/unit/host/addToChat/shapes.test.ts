import { describe, expect, it } from 'vitest';
import * as shapes from '../../../../src/host/addToChat/shapes';

const uri = (path: string) => ({ scheme: 'file', path, fsPath: path });
const range = { start: { line: 4, character: 0 }, end: { line: 9, character: 1 } };
const hash = '0123456789abcdef0123456789abcdef01234567';

describe('Arguments of menus are read', () => {
  it('from the Explorer, where several are selected, and from a tab', () => {
    expect(shapes.resourcesOf([uri('/a'), [uri('/a'), uri('/b')]])).toMatchObject([
      { fsPath: '/a' },
      { fsPath: '/b' },
    ]);
    expect(shapes.resourcesOf([uri('/a'), { groupId: 0, editorIndex: 1 }])).toHaveLength(1);
    expect(shapes.resourcesOf([uri('/a'), []])).toHaveLength(1);
    expect(shapes.resourcesOf([])).toEqual([]);
  });

  it('from Source Control, one by one or as a list', () => {
    const [staged, changed] = [
      { resourceUri: uri('/a'), resourceGroupType: 1 },
      { resourceUri: uri('/b'), resourceGroupType: 2 },
    ];
    const read = [
      { uri: uri('/a'), isStaged: true },
      { uri: uri('/b'), isStaged: false },
    ];
    expect(shapes.changesOf([staged, changed])).toEqual(read);
    expect(shapes.changesOf([[staged, changed]])).toEqual(read);
    const groups = [{ id: 'index', label: 'Staged', resourceStates: [] }, { id: 'workingTree' }];
    expect(shapes.changeGroupsOf(groups)).toEqual([{ isStaged: true }, { isStaged: false }]);
  });

  it('from the timeline, whose items are objects of the git extension', () => {
    class GitTimelineItem {
      readonly contextValue = 'git:file:commit';
      constructor(
        readonly ref: string,
        readonly message: string,
      ) {}
    }
    const item = new GitTimelineItem(hash, 'Mend it\n\nBody');
    expect(shapes.commitOf([item, uri('/a'), 'git-history'])).toEqual({ hash, subject: 'Mend it' });
    expect(() => shapes.commitOf([new GitTimelineItem('~', 'Uncommitted')])).toThrow(
      'not a commit',
    );
  });

  it('from the Testing view', () => {
    const test = { id: 'a', label: 'adds', uri: uri('/a.test.ts'), range };
    expect(shapes.testsOf([test])).toMatchObject([{ label: 'adds', range }]);
    expect(shapes.testsOf([test, [test, { ...test, label: 'subtracts' }]])).toHaveLength(2);
    const message = { message: { value: '**no**' }, location: { uri: uri('/a'), range } };
    expect(shapes.testMessageOf([{ test, message }])).toMatchObject({ message });
  });

  it('from notebooks, the debugger and our own quick fix', () => {
    expect(shapes.cellOf([{ index: 2, notebook: { uri: uri('/n.ipynb') } }]).index).toBe(2);
    const variable = { name: 'x', value: '1', variablesReference: 0 };
    expect(shapes.variableOf([{ sessionId: 's', variable }])).toMatchObject({ variable });
    expect(shapes.problemOf([uri('/a'), 3])).toEqual({ uri: uri('/a'), line: 3 });
    expect(shapes.problemOf([uri('/a'), 0])).toEqual({ uri: uri('/a') });
  });
});

const readers = Object.values(shapes).filter(value => typeof value === 'function');
const strange: readonly unknown[][] = [
  ['text'],
  [42],
  [null],
  [{}],
  [[null]],
  [{ resourceUri: '/a', ref: 7, variable: 'x', message: null, index: '1', uri: 5 }],
  [{ scheme: 'file' }, ['x']],
  [Object.create(null)],
];

it.each(strange)('an unknown shape is refused with a message: %j', (...args) => {
  for (const read of readers) {
    expect(() => read(args)).toThrow(
      expect.objectContaining({
        code: expect.stringMatching(/^context\.(unknownShape|noCommit)$/),
      }),
    );
  }
});
