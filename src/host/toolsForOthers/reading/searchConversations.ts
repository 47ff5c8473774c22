import * as z from '../../../base/schema';
import { maskSecrets } from '../../../base/secrets';
import type { SearchHit } from '../../../cli/sessions/search/searchSessions';
import { defineTool, textResult } from '../../../terminalServer/mcp/tool';
import { counted, listing } from '../../agentTools/read/text/listing';
import { oneSpaced } from '../../nativeText/neutral';
import type { SessionRow } from '../../sessions/sessionRow';
import { plainText } from '../../sessions/shortTexts';
import type { SharedTool } from '../tool/sharedTool';
import { excerptText } from './excerptText';

const usual = 20;
const most = 100;
/** UTF-16 units of a title. */
const longestTitle = 120;

const speakers: Readonly<Record<SearchHit['by'], string>> = {
  person: 'user',
  agent: 'agent',
  tool: 'tool',
  title: 'title',
};

/** Finds what was said in the conversations about the folders of the window. */
export const searchConversations: SharedTool = {
  isSafe: false,
  make: ({ features }) =>
    defineTool({
      name: 'tandem_searchConversations',
      title: 'Search conversations',
      description:
        'Searches the stored conversations that the user had with coding agents about this project: titles, messages, and the input and output of tools. Answers with session ids, titles, dates and excerpts. Use it to find out why something was done, or what was tried before. Case matters only if the query has a capital letter.',
      input: z.object({
        query: z
          .string()
          .check(
            z.trim(),
            z.minLength(3),
            z.maxLength(200),
            z.describe('Text to find as it stands; not a pattern.'),
          ),
        limit: z.optional(
          z
            .int()
            .check(z.minimum(1), z.maximum(most), z.describe(`The most places. Default ${usual}.`)),
        ),
      }),
      hints: { readOnlyHint: true },
      async run({ query, limit = usual }, { signal }) {
        const rows = await features.conversations();
        const byId = new Map(rows.map(row => [row.id, row]));
        const places = rows
          .filter(({ title }) => includes(maskSecrets(title), query))
          .map(row => ({ row, text: 'title' }));
        const hits = features.searchText(query, rows, () => undefined, signal);
        for await (const hit of places.length < limit ? hits : []) {
          const row = byId.get(hit.id);
          // Titles of today are found above; earlier ones no longer count.
          if (row && hit.by !== 'title') {
            const excerpt = excerptText(hit.excerpt.text);
            // A place in a secret would give it away, letter by letter.
            if (includes(excerpt, oneSpaced(query))) {
              places.push({ row, text: `${speakers[hit.by]}: ${excerpt}` });
            }
          }
          if (places.length >= limit) {
            break;
          }
        }
        return textResult(listed(query, rows.length, places.slice(0, limit), limit));
      },
    }),
};

interface Place {
  readonly row: SessionRow;
  readonly text: string;
}

function listed(query: string, all: number, places: readonly Place[], limit: number): string {
  const groups = new Map<SessionRow, string[]>();
  for (const { row, text } of places) {
    groups.set(row, [...(groups.get(row) ?? []), `  ${text}`]);
  }
  const entries = [...groups].map(([row, lines]) => [headOf(row), ...lines].join('\n'));
  const found = `${counted(places.length, 'place')} with ${JSON.stringify(query)} in ${counted(groups.size, 'conversation')} of ${all}`;
  const heading = places.length >= limit ? `${found}; there may be more` : found;
  return listing(entries, { heading, usual: most });
}

function headOf({ id, title, at, agent, branch }: SessionRow): string {
  const facts = [
    new Date(at).toISOString().slice(0, 16).replace('T', ' '),
    `session ${id}`,
    ...(agent === undefined ? [] : [`with ${plainText(agent)}`]),
    ...(branch === undefined ? [] : [`branch ${plainText(branch)}`]),
  ];
  return `${maskSecrets(plainText(title)).slice(0, longestTitle)} (${facts.join(', ')})`;
}

function includes(title: string, query: string): boolean {
  return query === query.toLowerCase()
    ? title.toLowerCase().includes(query)
    : title.includes(query);
}
