import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import * as z from '../../base/schema';

// VS Code does not document what menus pass. Anything else than these shapes is refused.

const uri = z.object({ scheme: z.string(), path: z.string(), fsPath: z.string() });
const point = z.object({ line: z.int(), character: z.int() });
const range = z.object({ start: point, end: point });
const state = z.object({ resourceUri: uri, resourceGroupType: z.optional(z.unknown()) });
const group = z.object({ id: z.string(), resourceStates: z.optional(z.array(z.unknown())) });
const timelineItem = z.object({
  ref: z.optional(z.string()),
  message: z.optional(z.string()),
  label: z.optional(z.string()),
});
const testItem = z.object({
  label: z.string(),
  uri: z.optional(uri),
  range: z.optional(range),
});
const markdown = z.union([z.string(), z.object({ value: z.string() })]);
const testMessage = z.object({
  test: z.optional(z.object({ label: z.string() })),
  message: z.object({
    message: markdown,
    expectedOutput: z.optional(z.string()),
    actualOutput: z.optional(z.string()),
    location: z.optional(z.object({ uri, range: z.optional(range) })),
  }),
});
const cell = z.object({ index: z.int(), notebook: z.object({ uri }) });
const variable = z.object({
  sessionId: z.optional(z.string()),
  variable: z.object({
    name: z.string(),
    value: z.string(),
    type: z.optional(z.string()),
    evaluateName: z.optional(z.string()),
    variablesReference: z.optional(z.int()),
  }),
});

export type UriShape = z.infer<typeof uri>;
export type TestMessageShape = z.infer<typeof testMessage>;
export type VariableShape = z.infer<typeof variable>;
export type TestItemShape = z.infer<typeof testItem>;
export type CellShape = z.infer<typeof cell>;

/** Resources of a tab (`uri, {groupId}`) or of the Explorer (`uri, all selected`). */
export function resourcesOf(args: readonly unknown[]): readonly UriShape[] {
  const [first, others] = args;
  if (Array.isArray(others) && others.length > 0) {
    return others.map(one => read(uri, one));
  }
  return first === undefined ? [] : [read(uri, first)];
}

export interface ChangeShape {
  readonly uri: UriShape;
  readonly isStaged: boolean;
}

/** Rows of the Source Control view, all that are selected. */
export function changesOf(args: readonly unknown[]): readonly ChangeShape[] {
  return rowsOf(args).map(one => {
    const { resourceUri, resourceGroupType } = read(state, one);
    // The index, in the order in which the git extension counts its groups.
    return { uri: resourceUri, isStaged: resourceGroupType === 1 };
  });
}

/** Groups of the Source Control view: whether each is the index. */
export function changeGroupsOf(args: readonly unknown[]): readonly { isStaged: boolean }[] {
  return rowsOf(args).map(one => ({ isStaged: read(group, one).id === 'index' }));
}

/** Item of the timeline that git has added. */
export function commitOf([item]: readonly unknown[]): { hash: string; subject: string } {
  const { ref = '', message, label } = read(timelineItem, item);
  if (!/^[0-9a-f]{7,64}$/.test(ref)) {
    throw new UserError('context.noCommit', l10n.t('This entry of the timeline is not a commit.'));
  }
  const [subject = ''] = (message ?? label ?? '').split('\n');
  return { hash: ref, subject };
}

/** Tests of the Testing view, all that are selected. */
export function testsOf([item, others]: readonly unknown[]): readonly TestItemShape[] {
  const all = Array.isArray(others) && others.length > 0 ? others : [item];
  return all.map(one => read(testItem, one));
}

export function testMessageOf([message]: readonly unknown[]): TestMessageShape {
  return read(testMessage, message);
}

export function cellOf([given]: readonly unknown[]): CellShape {
  return read(cell, given);
}

export function variableOf([given]: readonly unknown[]): VariableShape {
  return read(variable, given);
}

/** Arguments of our own quick fix. */
export function problemOf([place, line]: readonly unknown[]): { uri: UriShape; line?: number } {
  const found = z.safeParse(z.int().check(z.gte(1)), line);
  return { uri: read(uri, place), ...(found.success ? { line: found.data } : {}) };
}

function rowsOf(args: readonly unknown[]): readonly unknown[] {
  return args.length === 0 ? [undefined] : args.flat();
}

/** @throws UserError `context.unknownShape` */
function read<T extends z.ZodMiniType>(schema: T, value: unknown): z.infer<T> {
  const parsed = z.safeParse(schema, value);
  if (!parsed.success) {
    throw new UserError(
      'context.unknownShape',
      l10n.t(
        'This cannot be added to the chat from here. Use the context menu of a file, a change, a test, a variable or a cell.',
      ),
    );
  }
  return parsed.data;
}
