import { agentKeys, type UsageEntry } from '../../../cli/sessions/usage/usageSums';

/** Names of columns: data for other programs, and therefore the same in all languages. */
const header = [
  ...['date', 'project', 'model', 'agent', 'conversation', 'title', 'calls'],
  ...['input_tokens', 'output_tokens', 'cache_written_5m_tokens', 'cache_written_1h_tokens'],
  ...['cache_read_tokens', 'web_searches'],
];

/** Beginning of what spreadsheets compute; wide forms count in some languages. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/**
 * Returns the sums as CSV with a header. Text that a spreadsheet would take for a formula begins
 * with an apostrophe: names of folders, agents and conversations come from anywhere.
 * @param titles of conversations, by their ids
 */
export async function usageCsv(
  entries: readonly UsageEntry[],
  titles: ReadonlyMap<string, string>,
): Promise<string> {
  // Bundled, it has no names of its own.
  const { default: papaparse } = await import('papaparse');
  const rows = entries.map(entry => [
    ...[entry.day, entry.project, entry.model, agentOf(entry.agent), entry.conversation],
    ...[titles.get(entry.conversation) ?? '', entry.calls, entry.input, entry.output],
    ...[entry.written5m, entry.written1h, entry.cacheRead, entry.webSearches],
  ]);
  const options = { escapeFormulae: formula, newline: '\n' };
  return `${papaparse.unparse([header, ...rows], options)}\n`;
}

function agentOf(agent: string): string {
  return agent === agentKeys.main ? 'main' : agent === agentKeys.unnamed ? 'subagent' : agent;
}
