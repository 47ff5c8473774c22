import * as l10n from '@vscode/l10n';
import { UserError } from '../../../base/errors';
import * as z from '../../../base/schema';

// VS Code does not document what menus pass. Anything else than these shapes is refused.

const uri = z.object({ scheme: z.string(), fsPath: z.string() });
const state = z.object({ resourceUri: uri });
const group = z.object({ resourceStates: z.array(state) });
const provider = z.object({ rootUri: uri });

/** Resources of the Explorer (`uri, all selected`) or of a tab (`uri, {groupId}`), as paths. */
export function pathsOf([first, others]: readonly unknown[]): readonly string[] {
  const all = Array.isArray(others) && others.length > 0 ? others : [first];
  return first === undefined ? [] : all.map(one => pathOf(read(uri, one)));
}

/** Changes that were chosen in the Source Control view. */
export interface ChosenChanges {
  readonly paths: readonly string[];
  /** Roots of repositories all of whose changes are meant. */
  readonly roots: readonly string[];
}

/** Rows of the Source Control view, its groups, or a whole repository. */
export function changesOf(args: readonly unknown[]): ChosenChanges {
  const paths: string[] = [];
  const roots: string[] = [];
  for (const one of args.flat()) {
    const ofGroup = z.safeParse(group, one);
    const ofProvider = z.safeParse(provider, one);
    if (ofGroup.success) {
      paths.push(...ofGroup.data.resourceStates.map(({ resourceUri }) => pathOf(resourceUri)));
    } else if (ofProvider.success) {
      roots.push(pathOf(ofProvider.data.rootUri));
    } else {
      paths.push(pathOf(read(state, one).resourceUri));
    }
  }
  return { paths: [...new Set(paths)], roots };
}

/** @throws UserError `run.noFile` */
function pathOf({ scheme, fsPath }: z.infer<typeof uri>): string {
  if (scheme !== 'file') {
    throw new UserError(
      'run.noFile',
      l10n.t('Prompts run on files and folders of this computer only.'),
    );
  }
  return fsPath;
}

/** @throws UserError `run.unknownShape` */
function read<T extends z.ZodMiniType>(schema: T, value: unknown): z.infer<T> {
  const parsed = z.safeParse(schema, value);
  if (!parsed.success) {
    throw new UserError(
      'run.unknownShape',
      l10n.t('No prompt can be run on this. Use the context menu of a file, a folder or a change.'),
    );
  }
  return parsed.data;
}
