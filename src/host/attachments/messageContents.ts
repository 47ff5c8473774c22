import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import type { Attachment, Draft } from '../../contract/draft';
import type { MessageId } from '../../contract/ids';
import type { Channel } from '../../core/conversation/channel';
import { contentOf } from '../../core/conversation/resolveDraft';
import { messagePreview } from '../../core/export/messagePreview';
import type { ContextBlock } from '../../protocol/agentSource';
import type { ContentActions } from './contentActions';
import type { ContentFiles } from './contentFiles';

/** Opens and converts the content that messages bring along. */
export class MessageContents implements ContentActions {
  constructor(private readonly files: ContentFiles) {}

  async convert(name: string, data: string): Promise<Attachment> {
    const { convertDocument } = await import('../../node/documents/convertDocument');
    const { text, format } = await convertDocument(name, Buffer.from(data, 'base64'));
    return { id: randomUUID(), name, kind: 'text', origin: 'file', text, convertedFrom: format };
  }

  async openAttachment(channel: Channel, id: string): Promise<void> {
    const { draft } = channel.record;
    const found = draft.attachments?.find(attachment => attachment.id === id);
    if (!found) {
      throw gone();
    }
    const bytes =
      found.kind === 'pdf' ? Buffer.from(found.data, 'base64') : Buffer.from(found.text);
    await this.files.open(id, textName(found.name, found.kind, bytes), bytes);
  }

  async openContext(channel: Channel, message: MessageId, index: number): Promise<void> {
    const item = await channel.history.message(message);
    const one = item.context?.[index];
    const content = one && (await contentOf(one, id => channel.history.blob(id)));
    if (!one || content === undefined) {
      throw gone();
    }
    const bytes = one.kind === 'pdf' ? Buffer.from(content, 'base64') : Buffer.from(content);
    await this.files.open(`${message}/${index}`, textName(one.title, one.kind, bytes), bytes);
  }

  async preview(channel: Channel, draft: Draft, along: readonly ContextBlock[]): Promise<void> {
    const { text, context } = await channel.messages.preview(draft, along);
    const { usage } = channel.conversation.summary;
    const preview = messagePreview({ text, images: draft.images, context }, usage);
    const name = `${vscode.l10n.t('What will be sent')}.txt`;
    await this.files.open(`preview/${channel.id}`, name, Buffer.from(preview));
  }
}

/** Names content after its kind where its own name would open it with a wrong viewer. */
function textName(title: string, kind: string, bytes: Uint8Array): string {
  if (kind === 'pdf') {
    return /\.pdf$/i.test(title) ? title : `${title}.pdf`;
  }
  const isPlain = /\.[A-Za-z0-9]{1,8}$/.test(title) && !isConverted(title) && bytes.length > 0;
  return isPlain ? title : `${title}.txt`;
}

/** Documents that were converted are text by now. */
function isConverted(title: string): boolean {
  return /\.(?:docx|xlsx|xlsm|pptx|odt|ods|odp|png|jpe?g|gif|webp|pdf|ipynb)$/i.test(title);
}

function gone(): UserError {
  return new UserError('attachment.gone', vscode.l10n.t('This content is no longer kept.'));
}
