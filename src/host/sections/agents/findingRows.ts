import * as l10n from '@vscode/l10n';
import { plural } from '../../../base/plural';
import type { Finding } from '../../../cli/agentFiles/agentFile';
import type { ListedFile } from '../../../cli/agentFiles/agentFolders';
import { fatalFinding } from '../../../cli/agentFiles/launchAgents';
import type { Badge, SectionRow } from '../../../contract/sections';
import { fileId } from '../definitions/definitionList';
import type { RowPlace } from '../model/sectionSource';

/** Returns the findings because of which a file, or part of it, lacks its effect. */
function troubles({ file }: ListedFile): readonly Finding[] {
  return file.findings.filter(({ severity }) => severity !== 'information');
}

export function findingBadge(one: ListedFile): readonly Badge[] {
  const { length } = troubles(one);
  const text = plural(length, {
    one: l10n.t('1 problem'),
    other: l10n.t('{0} problems', length),
  });
  return length === 0 ? [] : [{ text, tone: 'warning' }];
}

/** Rows that open the file at its findings. */
export function findingRows(one: ListedFile): readonly SectionRow[] {
  const said = fatalFinding(one);
  return troubles(one).flatMap((finding, index) => {
    const { line, text: detail } = finding;
    const title = l10n.t('Line {0}', line + 1);
    // The row of the file says so itself.
    return finding === said ? [] : [{ id: findingId(one, index), title, detail, canOpen: true }];
  });
}

/** Says what is only to be known, each thing once. */
export function remarks({ file }: ListedFile): readonly string[] {
  const texts = file.findings.filter(({ severity }) => severity === 'information');
  return [...new Set(texts.map(({ text }) => text))];
}

/** Returns the place that a row of a file, or of one of its findings, leads to. */
export function placeIn(files: readonly ListedFile[], row: string): RowPlace | undefined {
  for (const one of files) {
    const [first] = troubles(one);
    if (fileId(one) === row) {
      return { path: one.path, ...(first ? { line: first.line + 1 } : {}) };
    }
    const found = troubles(one).find((_, index) => findingId(one, index) === row);
    if (found) {
      return { path: one.path, line: found.line + 1 };
    }
  }
  return undefined;
}

function findingId(one: ListedFile, index: number): string {
  return `${fileId(one)}#${index}`;
}
