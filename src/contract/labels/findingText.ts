import * as l10n from '@vscode/l10n';
import { fineCostText, numberText } from '../../base/locale';
import { plural } from '../../base/plural';
import type { CallFinding } from '../inspector/overview';

/** Most UTF-16 units of names that come from outside. */
const longestName = 200;

/**
 * Says what was found: a title, and a sentence with the figures. Names of servers, tools and files
 * are those of the agent, and have to be escaped where they are shown.
 */
export function findingText(finding: CallFinding): { title: string; detail: string } {
  const { title, detail } = textOf(finding);
  return finding.usd === undefined
    ? { title, detail }
    : { title, detail: `${detail} ${l10n.t('Cost: {0}.', fineCostText(finding.usd))}` };
}

/** Where the finding's link leads: two calls side by side, the calls of a turn, or single calls. */
export function findingLink({ kind, calls, turn }: CallFinding): 'compare' | 'turn' | 'calls' {
  if (kind === 'cacheChanged' && calls.length === 2) {
    return 'compare';
  }
  return kind === 'retryWait' && turn !== undefined ? 'turn' : 'calls';
}

function textOf(finding: CallFinding): { title: string; detail: string } {
  const { kind, times = 1, ms = 0, share = 0 } = finding;
  const tokens = count(finding.tokens ?? 0);
  const subject = shortened(finding.subject ?? '');
  switch (kind) {
    case 'cacheChanged':
      return { title: changedTitle(finding), detail: writtenAgain(tokens, times) };
    case 'cacheExpired':
      return {
        title: l10n.t('The cache expired during a pause'),
        detail: plural(times, {
          one: l10n.t(
            'After a pause of {0}, {1} tokens were written to the cache again.',
            duration(ms),
            tokens,
          ),
          other: l10n.t(
            'After {0} pauses, the longest of {1}, {2} tokens were written to the cache again.',
            count(times),
            duration(ms),
            tokens,
          ),
        }),
      };
    case 'unusedServer':
      return {
        title: l10n.t('The MCP server {0} was not used', subject),
        detail: plural(times, {
          one: l10n.t(
            'Its tools add an estimated {0} tokens to each call, for 1 call so far.',
            tokens,
          ),
          other: l10n.t(
            'Its tools add an estimated {0} tokens to each call, for {1} calls so far.',
            tokens,
            count(times),
          ),
        }),
      };
    case 'repeatedRead':
      return {
        title: l10n.t('The same file was read {0} times', count(times)),
        detail:
          finding.tokens === undefined
            ? l10n.t('No change to {0} is known in between.', subject)
            : l10n.t(
                'No change to {0} is known in between. Reading it again added an estimated {1} tokens.',
                subject,
                tokens,
              ),
      };
    case 'retryWait':
      return {
        title:
          finding.turn === undefined
            ? l10n.t('Calls waited {0} for retries', duration(ms))
            : l10n.t('A turn waited {0} for retries', duration(ms)),
        detail: plural(times, {
          one: l10n.t('1 call failed and was retried after a pause.'),
          other: l10n.t('{0} calls failed and were retried after pauses.', count(times)),
        }),
      };
    case 'largeResult':
      return { title: l10n.t('A large result stays in the context'), detail: resultText(finding) };
    case 'sideCalls':
      return {
        title: l10n.t('Calls outside the conversation account for {0} of usage', percent(share)),
        detail: plural(times, {
          one: l10n.t('1 call for titles, suggestions and the like used {0} tokens.', tokens),
          other: l10n.t(
            '{0} calls for titles, suggestions and the like used {1} tokens.',
            count(times),
            tokens,
          ),
        }),
      };
    case 'failedCalls':
      return {
        title: plural(times, {
          one: l10n.t('1 call failed'),
          other: l10n.t('{0} calls failed', count(times)),
        }),
        detail:
          finding.weight === 'info'
            ? l10n.t('Error: {0}. Each call was retried.', subject)
            : l10n.t('Error: {0}.', subject),
      };
    case 'cutOff':
      return {
        title: plural(times, {
          one: l10n.t('An answer was cut off'),
          other: l10n.t('{0} answers were cut off', count(times)),
        }),
        detail: l10n.t('A token limit was reached. Output: {0} tokens.', tokens),
      };
    case 'slowFirstToken':
      return {
        title: plural(times, {
          one: l10n.t('An answer started late'),
          other: l10n.t('{0} answers started late', count(times)),
        }),
        detail: l10n.t(
          'The first token took up to {0}, far longer than usual in this conversation.',
          duration(ms),
        ),
      };
    case 'compaction':
      return {
        title: l10n.t('The conversation was compacted'),
        detail: l10n.t(
          'A summary replaced it: {0} tokens before, {1} after.',
          tokens,
          count(finding.tokensAfter ?? 0),
        ),
      };
    case 'contextFull':
      return {
        title: l10n.t('The context is {0} full', percent(share)),
        detail: l10n.t('The last call sent {0} tokens.', tokens),
      };
    case 'largeMemory':
      return {
        title: l10n.t('Memory files and reminders are large'),
        detail: l10n.t(
          'They add an estimated {0} tokens to each call, {1} of the input of the last call.',
          tokens,
          percent(share),
        ),
      };
  }
}

function changedTitle({ subject, name }: CallFinding): string {
  switch (subject) {
    case 'tools':
      return name === undefined
        ? l10n.t('The tool list changed')
        : l10n.t('The tool list changed at {0}', shortened(name));
    case 'system':
      return l10n.t('The system prompt changed');
    case 'messages':
      return l10n.t('An earlier message changed');
    default:
      return l10n.t('The option {0} changed', shortened(name ?? ''));
  }
}

function writtenAgain(tokens: string, times: number): string {
  return plural(times, {
    one: l10n.t('As a result, {0} tokens were written to the cache again.', tokens),
    other: l10n.t(
      'As a result, {0} tokens were written to the cache again, in {1} calls.',
      tokens,
      count(times),
    ),
  });
}

function resultText({ subject = '', name, tokens = 0, times = 1 }: CallFinding): string {
  const tool = shortened(subject);
  const source = name === undefined ? tool : `${tool} (${shortened(name)})`;
  return plural(times, {
    one: l10n.t('The result of {0} has an estimated {1} tokens.', source, count(tokens)),
    other: l10n.t(
      'The result of {0} has an estimated {1} tokens; it was sent with {2} calls.',
      source,
      count(tokens),
      count(times),
    ),
  });
}

function count(value: number): string {
  return numberText(Math.round(value));
}

function percent(share: number): string {
  return l10n.t('{0}%', Math.round(share * 100));
}

function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  if (seconds < 60) {
    return l10n.t('{0} s', seconds);
  }
  return minutes < 60
    ? l10n.t('{0} min {1} s', minutes, seconds % 60)
    : l10n.t('{0} h {1} min', Math.floor(minutes / 60), minutes % 60);
}

function shortened(name: string): string {
  return name.length > longestName ? `${name.slice(0, longestName)}…` : name;
}
