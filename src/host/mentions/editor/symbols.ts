import * as l10n from '@vscode/l10n';
import { UserError } from '../../../base/errors';
import type { LineRange } from '../../../contract/mentions';
import type { FilePrivacy, MentionPlace } from '../privacy/filePrivacy';
import { contextText } from '../rows/contextText';
import { limited } from '../rows/limited';
import { mentionRow, queryOf, shown } from '../rows/mentionRow';
import type { MentionSource } from '../rows/mentionSource';
import { rank } from '../rows/rank';

const mostRows = 30;
/** Symbols whose files are checked. */
const mostChecked = 300;

export interface FoundSymbol {
  readonly name: string;
  readonly container: string;
  /** "function", "class", … */
  readonly kind: string;
  /** Absolute. */
  readonly path: string;
  readonly lines: LineRange;
}

export interface SymbolUi {
  /** Symbols of the file in the active editor. */
  ofFront(): Promise<readonly FoundSymbol[]>;
  ofWorkspace(query: string): Promise<readonly FoundSymbol[]>;
  /** Symbols of one file, to find a declaration that has moved. */
  ofFile(path: string): Promise<readonly FoundSymbol[]>;
  /** Lines of a file with unsaved changes. @throws if it cannot be read */
  lines(path: string): Promise<readonly string[]>;
  show(path: string, lines: LineRange): Promise<void>;
}

/** Declarations of the file in front, and of the workspace. */
export function symbolSource(
  privacy: FilePrivacy,
  ui: SymbolUi,
): MentionSource<'symbol', MentionPlace> {
  return {
    kind: 'symbol',
    pace: 'slow',
    find: async (query, channel, signal) => {
      const wanted = queryOf('symbol', query);
      if (wanted === undefined) {
        return [];
      }
      const words = wanted.trim();
      const [front, rest] = await Promise.all([
        ui.ofFront(),
        words === '' ? [] : ui.ofWorkspace(words),
      ]);
      const all = new Map([...rest, ...front].map(one => [keyOf(one), one]));
      const searched = ({ name, container }: FoundSymbol) => ({ label: name, also: container });
      // A name that merely contains the letters of a file's name would crowd out files.
      const some = rank(words, [...all.values()], searched, mostChecked);
      const open = await privacy.open(
        some.map(({ entry }) => entry.path),
        channel,
        signal,
      );
      const paths = privacy.pathsOf(channel);
      return some
        .filter(({ entry }) => open.has(entry.path))
        .slice(0, mostRows)
        .map(({ entry, matches }) => {
          const { name, path, lines, kind, container } = entry;
          const place = paths.show(path);
          return mentionRow(
            { kind: 'symbol', name: shown(name, 200), path: place, lines },
            {
              ...{ label: name, icon: `symbol-${iconOf(kind)}`, matches },
              name: `${name}:${place}:${lines.start}`,
              detail: `${container === '' ? '' : `${container} · `}${place}`,
            },
          );
        });
    },
    resolve: (target, channel, signal) =>
      limited(signal, async within => {
        const { path, lines } = await located(privacy, ui, target, channel, within);
        const all = await ui.lines(path);
        const place = privacy.pathsOf(channel).show(path);
        const range = l10n.t('{0}, lines {1}–{2}', place, String(lines.start), String(lines.end));
        const text = all.slice(lines.start - 1, lines.end).join('\n');
        const title = `${shown(target.name, 100)} (${range})`;
        return { text: title, blocks: [contextText('symbol', title, text)] };
      }),
    open: async (target, channel) => {
      const signal = AbortSignal.timeout(5_000);
      const { path, lines } = await located(privacy, ui, target, channel, signal);
      await ui.show(path, lines);
    },
  };
}

/**
 * Finds the declaration again, as lines above it may have changed since it was mentioned.
 * @throws UserError `mention.gone`, `mention.withheld`
 */
async function located(
  privacy: FilePrivacy,
  ui: SymbolUi,
  { name, path, lines }: { name: string; path: string; lines: LineRange },
  place: MentionPlace,
  signal: AbortSignal,
): Promise<{ readonly path: string; readonly lines: LineRange }> {
  const absolute = await privacy.locate(path, place, signal);
  const same = (await ui.ofFile(absolute)).filter(one => shown(one.name, 200) === name);
  const distance = (one: FoundSymbol) => Math.abs(one.lines.start - lines.start);
  const [nearest] = same.sort((one, other) => distance(one) - distance(other));
  if (nearest) {
    return { path: absolute, lines: nearest.lines };
  }
  // Without a language server, the place of then is all that is known.
  const all = await ui.lines(absolute).catch(() => []);
  const own = all.slice(lines.start - 1, lines.end);
  if (!own.some(line => line.includes(name))) {
    throw new UserError(
      'mention.gone',
      l10n.t('{0} is no longer in {1}. Remove its mention.', name, path),
    );
  }
  return { path: absolute, lines };
}

function keyOf({ name, path, lines }: FoundSymbol): string {
  return `${path}\0${lines.start}\0${name}`;
}

/** Converts "type parameter" to the name of its icon. */
function iconOf(kind: string): string {
  return /^[a-z ]+$/.test(kind) ? kind.replaceAll(' ', '-') : 'misc';
}
