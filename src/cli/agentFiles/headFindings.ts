import * as l10n from '@vscode/l10n';
import { fieldText } from '../definitions/frontMatter';
import type { FileWorld, Finding, FindingCode } from './agentFile';
import { type HeadKey, headKey } from './headKeys';
import { type HeadEntry, type HeadSource, type Place, placeOf } from './headSource';
import { valueFindings } from './valueFindings';

/** Says what is wrong, old or without effect in a head. */
export function headFindings(text: string, head: HeadSource, world: FileWorld): Finding[] {
  if (head.state === 'none') {
    return world === 'claudeAgent'
      ? [
          noHead(
            l10n.t('Claude Code ignores this file: it has no frontmatter. Begin it with “---”.'),
          ),
        ]
      : [];
  }
  if (head.state === 'open') {
    return [
      finding('head.open', 'error', first, l10n.t('The frontmatter has no end. Add a line “---”.')),
    ];
  }
  const broken = yamlFindings(head, world);
  if (broken.some(({ severity }) => severity === 'error')) {
    // The lenient reading can only guess the rest.
    return broken;
  }
  return [
    ...broken,
    ...(world === 'prompt' ? [] : missingFindings(head, world)),
    ...head.entries.slice(0, mostEntries).flatMap((entry, index) => {
      const isRepeated = head.entries.findIndex(({ key }) => key === entry.key) < index;
      return isRepeated ? [repeated(entry)] : entryFindings(text, head, entry, world);
    }),
  ];
}

/** Keys that are looked at: a hostile head may have very many. */
const mostEntries = 500;
const first: Place = { line: 0, start: 0, end: 3 };

function noHead(text: string): Finding {
  return finding('head.missing', 'error', { line: 0, start: 0, end: 1 }, text);
}

export function finding(
  code: FindingCode,
  severity: Finding['severity'],
  place: Place,
  text: string,
): Finding {
  const { line, start, end } = place;
  return { code, severity, text, line, start, end };
}

/** Claude Code reads by lines what YAML does not take, as long as it is only a colon. */
function yamlFindings({ trouble, fields }: HeadSource, world: FileWorld): Finding[] {
  // A repeated key has a finding of its own.
  if (!trouble || /duplicate/i.test(trouble.reason)) {
    return [];
  }
  const place = { line: trouble.line, start: 0, end: 1_000 };
  const isRead = Object.keys(fields).length > 0;
  return isRead && world === 'claudeAgent'
    ? [
        finding(
          'head.unquoted',
          'warning',
          place,
          l10n.t('Put the value in quotes: YAML does not read it ({0}).', trouble.reason),
        ),
      ]
    : [
        finding(
          'head.yaml',
          'error',
          place,
          l10n.t('The frontmatter is not valid YAML: {0}. Put values in quotes.', trouble.reason),
        ),
      ];
}

function missingFindings(head: HeadSource, world: FileWorld): Finding[] {
  const isClaude = world === 'claudeAgent';
  const found: Finding[] = [];
  const name = fieldText(head, 'name');
  if (isClaude && name === undefined) {
    const text = l10n.t('Claude Code ignores this file: its frontmatter has no “name”. Add one.');
    found.push(finding('agent.noName', 'error', first, text));
  }
  const entry = head.entries.find(({ key }) => key === 'name');
  if (isClaude && name !== undefined && entry && !/^[a-z0-9]+(?:[-_:.][a-z0-9]+)*$/i.test(name)) {
    const text = l10n.t('Use lowercase letters, digits and single “-” between them.');
    found.push(finding('agent.badName', 'warning', entry.valuePlace, text));
  }
  if (fieldText(head, 'description') === undefined) {
    found.push(
      isClaude
        ? finding(
            'agent.noDescription',
            'error',
            first,
            l10n.t('Claude Code ignores this file: its frontmatter has no “description”. Add one.'),
          )
        : finding(
            'agent.noDescription',
            'warning',
            first,
            l10n.t('Without a “description”, nobody knows when to use this agent. Add one.'),
          ),
    );
  }
  return found;
}

function repeated(entry: HeadEntry): Finding {
  const text = l10n.t('The frontmatter has “{0}” twice. Remove one of them.', entry.key);
  return finding('key.repeated', 'error', entry.keyPlace, text);
}

function entryFindings(
  text: string,
  head: HeadSource,
  entry: HeadEntry,
  world: FileWorld,
): Finding[] {
  const known = headKey(world, entry.key);
  if (!known) {
    const words = l10n.t('The key “{0}” is not known here. It is kept.', entry.key);
    return [finding('key.unknown', 'information', entry.keyPlace, words)];
  }
  if (!known.isOwn) {
    return [finding('key.elsewhere', 'information', entry.keyPlace, elsewhere(entry.key))];
  }
  const value = head.fields[entry.key];
  return [
    ...aboutKey(known.key, entry),
    ...valueFindings(known.key, value, world, word => placeOf(entry, text, word), head),
  ];
}

function elsewhere(key: string): string {
  return l10n.t('“{0}” belongs to another kind of file. It has no effect here.', key);
}

function aboutKey({ key, newer, isApplied }: HeadKey, { keyPlace }: HeadEntry): Finding[] {
  if (newer !== undefined) {
    const text = l10n.t('“{0}” is called “{1}” now.', key, newer);
    return [finding('key.old', 'warning', keyPlace, text)];
  }
  const text = l10n.t('Tandem keeps “{0}” and does not apply it.', key);
  return isApplied ? [] : [finding('key.elsewhere', 'information', keyPlace, text)];
}
