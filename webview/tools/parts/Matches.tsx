import * as l10n from '@vscode/l10n';
import { plural } from '../../../src/base/plural';
import type { Match } from '../../../src/contract/tools';
import { useExpanded } from '../../store/pageContext';
import { fileTarget } from './clickTargets';
import { formatNumber } from './counts';
import { TargetLink } from './TargetLink';
import { useCardPage } from './useCardPage';

interface MatchesProps {
  /** Name of their place in the conversation. */
  readonly id: string;
  readonly heading?: string | undefined;
  readonly matches: readonly Match[];
  readonly total: number;
  readonly truncated: boolean;
}

const shownAtFirst = 50;

/** Found files, or matching lines grouped by file. */
export function Matches({ id, heading, matches, total, truncated }: MatchesProps) {
  const [isWhole, setWhole] = useExpanded(`all:${id}`);
  const shown =
    isWhole || matches.length <= shownAtFirst + 5 ? matches : matches.slice(0, shownAtFirst);
  const left = total - matches.length;
  return (
    <div class="tool-matches">
      {heading === undefined ? null : <p class="tool-note">{heading}</p>}
      {matches.length === 0 ? <p class="tool-note">{l10n.t('Nothing found')}</p> : null}
      {groupByPath(shown).map(({ path, lines }) => (
        <div key={path} class="tool-match-file">
          <FileLink path={path} />
          {lines.length === 0 ? null : (
            <ul>
              {lines.map((match, index) => (
                <li key={index}>
                  <LineLink match={match} />
                  {match.reason === undefined ? null : (
                    <p class="tool-note tool-match-reason">{match.reason}</p>
                  )}
                </li>
              ))}
            </ul>
          )}
        </div>
      ))}
      {shown.length < matches.length ? (
        <button type="button" class="tool-more" onClick={() => setWhole(true)}>
          {l10n.t('Show All {0}', matches.length)}
        </button>
      ) : null}
      {truncated || left > 0 ? (
        <p class="tool-note">
          {left > 0 ? unlisted(left) : l10n.t('The list was cut by the tool')}
        </p>
      ) : null}
    </div>
  );
}

function unlisted(count: number): string {
  const shown = formatNumber(count);
  return plural(count, {
    one: l10n.t('{0} more result not listed by the tool', shown),
    other: l10n.t('{0} more results not listed by the tool', shown),
  });
}

function FileLink({ path }: { readonly path: string }) {
  const page = useCardPage();
  const place = fileTarget(path);
  const name = page.shortPath(path);
  return place === undefined ? <span>{name}</span> : <TargetLink target={place}>{name}</TargetLink>;
}

function LineLink({ match }: { readonly match: Match }) {
  const { path, line, text } = match;
  const place = fileTarget(path, line);
  const content = (
    <>
      <span class="tool-line-number">{line}</span>
      {text === undefined ? null : <code title={text}>{text}</code>}
    </>
  );
  return place === undefined ? content : <TargetLink target={place}>{content}</TargetLink>;
}

function groupByPath(matches: readonly Match[]): { path: string; lines: Match[] }[] {
  const byPath = new Map<string, Match[]>();
  for (const match of matches) {
    const lines = byPath.get(match.path) ?? [];
    byPath.set(match.path, lines);
    if (match.line !== undefined) {
      lines.push(match);
    }
  }
  return [...byPath].map(([path, lines]) => ({ path, lines }));
}
