import * as l10n from '@vscode/l10n';
import { plural } from '../../../base/plural';
import { realOrNearest } from '../../../node/realOrNearest';
import type { Problem } from '../../editor/problemDelta';
import type { FilePrivacy, MentionPlace } from '../privacy/filePrivacy';
import { contextText } from '../rows/contextText';
import { limited } from '../rows/limited';
import { mentionRow, queryOf, shown } from '../rows/mentionRow';
import type { MentionSource } from '../rows/mentionSource';
import { rank } from '../rows/rank';

/** Words that stand for problems in every language. */
const names = ['problems', 'errors', 'warnings'];
const mostRows = 20;
const mostProblems = 1_000;
const longestMessage = 2_000;

export interface ProblemsUi {
  /** Errors and warnings of all files that the editor knows, by absolute path. */
  all(): ReadonlyMap<string, readonly Problem[]>;
  /** Path of the file in the active editor. */
  front(): string | undefined;
  /** @param path absolute; absent: shows the view of all problems */
  show(path: string | undefined, line: number | undefined): Promise<void>;
}

interface Row {
  readonly path?: string;
  readonly problems: number;
}

/** Errors and warnings: of the workspace, or of one file. */
export function problemsSource(
  privacy: FilePrivacy,
  ui: ProblemsUi,
): MentionSource<'problems', MentionPlace> {
  return {
    kind: 'problems',
    pace: 'slow',
    find: async (query, channel, signal) => {
      const wanted = queryOf('problems', query);
      if (wanted === undefined) {
        return [];
      }
      const paths = privacy.pathsOf(channel);
      const files = await openProblems(privacy, ui, channel, signal);
      const front = ui.front();
      const rows: Row[] = files
        .sort(([one], [other]) => Number(other === front) - Number(one === front))
        .map(([path, problems]) => ({ path: paths.show(path), problems: problems.length }));
      const total = rows.reduce((sum, { problems }) => sum + problems, 0);
      const all: Row[] = total > 0 ? [{ problems: total }, ...rows] : [];
      const labelOf = ({ path }: Row) => path ?? l10n.t('Problems');
      const searched = (row: Row) => ({
        label: labelOf(row),
        also: names.join(' '),
        aliases: aliasesOf(row),
      });
      return rank(wanted, all, searched, mostRows).map(({ entry, matches }) =>
        mentionRow(
          { kind: 'problems', ...(entry.path === undefined ? {} : { path: entry.path }) },
          {
            ...(entry.path === undefined ? {} : { name: entry.path }),
            ...{ label: labelOf(entry), icon: 'warning', matches, aliases: aliasesOf(entry) },
            detail: plural(entry.problems, {
              one: l10n.t('1 problem'),
              other: l10n.t('{0} problems', String(entry.problems)),
            }),
          },
        ),
      );
    },
    resolve: ({ path, line }, channel, signal) =>
      limited(signal, async within => {
        const title =
          path === undefined ? l10n.t('Problems') : l10n.t('Problems in {0}', shown(path, 150));
        const only = path === undefined ? undefined : await privacy.locate(path, channel, within);
        const files = await openProblems(privacy, ui, channel, within, only);
        const text = listed(files, path => privacy.pathsOf(channel).show(path), line);
        return { text: title, blocks: [contextText('problems', title, text)] };
      }),
    open: async ({ path, line }, channel) => {
      const signal = AbortSignal.timeout(5_000);
      await ui.show(
        path === undefined ? undefined : await privacy.locate(path, channel, signal),
        line,
      );
    },
  };
}

/** Names of all problems together; those of a file have its own. */
function aliasesOf({ path }: Row): readonly string[] | undefined {
  return path === undefined ? names : undefined;
}

/** Problems of files that may be told of: messages quote their text. */
async function openProblems(
  privacy: FilePrivacy,
  ui: ProblemsUi,
  place: MentionPlace,
  signal: AbortSignal,
  only?: string,
): Promise<(readonly [string, readonly Problem[]])[]> {
  const wanted = only === undefined ? undefined : await realOrNearest(only);
  const known = [...ui.all()].filter(([, problems]) => problems.length > 0);
  const fits = await Promise.all(
    known.map(async ([path]) => wanted === undefined || (await realOrNearest(path)) === wanted),
  );
  const some = known.filter((_, index) => fits[index]);
  const open = await privacy.open(
    some.map(([path]) => path),
    place,
    signal,
  );
  return some.filter(([path]) => open.has(path));
}

function listed(
  files: readonly (readonly [string, readonly Problem[]])[],
  show: (path: string) => string,
  line: number | undefined,
): string {
  const lines = files.flatMap(([path, problems]) =>
    problems
      .filter(one => line === undefined || one.line === line)
      .map(({ severity, message, line: at, source, code }) => {
        const origin = [source, code].filter(part => part !== undefined).join(' ');
        const text = shown(message, longestMessage);
        return `${shown(show(path), 500)}:${at}: ${severity}: ${text}${origin === '' ? '' : ` [${shown(origin, 100)}]`}`;
      }),
  );
  if (lines.length === 0) {
    return l10n.t('(The editor reports no problems here.)');
  }
  const more = lines.length - mostProblems;
  return [
    ...lines.slice(0, mostProblems),
    ...(more > 0 ? [l10n.t('({0} more problems are left out.)', String(more))] : []),
  ].join('\n');
}
