import * as l10n from '@vscode/l10n';
import { omitUndefined } from '../../../base/omitUndefined';
import type { ConversationEvent } from '../../../contract/events';
import type { Notice } from '../../../contract/notices';
import { boundedText, oneLine } from '../text/foreignText';
import { type AcpBlock, readBlocks } from '../wire/contentBlock';
import type { UpdateOf } from '../wire/update';

/** Compactions that are under way, with what their summaries have so far. */
export class Compactions {
  private readonly summaries = new Map<string, string>();

  update(update: UpdateOf<'compaction_update'>, at: number): ConversationEvent[] {
    const { compactionId: id, status, summary, error } = update;
    const isNew = !this.summaries.has(id);
    const said = summary === undefined ? undefined : textOf(readBlocks(summary));
    this.summaries.set(id, said ?? this.summaries.get(id) ?? '');
    if (status === 'completed' || status === 'failed' || status === 'cancelled') {
      const text = this.summaries.get(id) ?? '';
      this.summaries.delete(id);
      return [{ type: 'notice', notice: outcomeOf(status, text, error), at }];
    }
    return isNew ? [{ type: 'notice', notice: { kind: 'compacting' }, at }] : [];
  }

  chunk(update: UpdateOf<'compaction_summary_chunk'>, at: number): ConversationEvent[] {
    const { compactionId: id, content } = update;
    const before = this.summaries.get(id);
    const text = textOf(content ? [content] : []);
    this.summaries.set(id, boundedText((before ?? '') + text));
    return before === undefined ? [{ type: 'notice', notice: { kind: 'compacting' }, at }] : [];
  }

  clear(): void {
    this.summaries.clear();
  }
}

function outcomeOf(status: string, summary: string, error: string | undefined): Notice {
  if (status === 'completed') {
    const text = summary.trim() === '' ? undefined : boundedText(summary);
    return { kind: 'compacted', ...omitUndefined({ summary: text }) };
  }
  if (status === 'cancelled') {
    return { kind: 'info', text: l10n.t('The conversation was not compacted: stopped.') };
  }
  const why = oneLine(error ?? '', 500);
  return {
    kind: 'warning',
    text:
      why === ''
        ? l10n.t('The conversation could not be compacted.')
        : l10n.t('The conversation could not be compacted: {0}', why),
  };
}

function textOf(blocks: readonly AcpBlock[]): string {
  return blocks.flatMap(block => (block.type === 'text' ? [block.text] : [])).join('');
}
