import type { Image } from '../../../contract/content';
import type { ConversationEvent } from '../../../contract/events';
import type { MessageId } from '../../../contract/ids';
import type { SentContext } from '../../../contract/mentions';
import { toImage } from '../../../protocol/wireImage';
import { boundedText, oneLine } from '../text/foreignText';
import type { AcpBlock } from '../wire/contentBlock';

/** Most images and contents of one message. */
const mostParts = 100;

/** Message of the user as an agent replays it, chunk by chunk. */
export class UserMessage {
  private text = '';
  private readonly images: Image[] = [];
  private readonly context: SentContext[] = [];

  constructor(
    readonly wireId: string | undefined,
    readonly id: MessageId,
    private readonly at: number,
  ) {}

  add(block: AcpBlock): void {
    switch (block.type) {
      case 'text':
        this.text = boundedText(this.text + block.text);
        return;
      case 'image': {
        const image = toImage(block.mimeType, block.data);
        if (image && this.images.length < mostParts) {
          this.images.push(image);
        }
        return;
      }
      case 'resource_link':
        this.text += `@${oneLine(block.name ?? nameOf(block.uri))} `;
        return;
      case 'resource':
        this.addContext(block.resource.uri, block.resource.text ?? '');
        return;
      case 'audio':
        this.addContext('audio', '');
    }
  }

  toEvent(): ConversationEvent {
    const text = this.text
      .replaceAll(
        /\n?<context ref="([^"\n]*)">\n?([\s\S]*?)\n?<\/context>/g,
        (_all, uri, content) => {
          this.addContext(String(uri), String(content));
          return '';
        },
      )
      .replaceAll(/\[@([^\]\n]+)\]\((?:file|zed|tandem)[^)\s]*\)/g, '@$1')
      .trim();
    const { id, at, images, context } = this;
    return {
      type: 'prompt.sent',
      messageId: id,
      at,
      text,
      images,
      ...(context.length > 0 ? { context } : {}),
    };
  }

  private addContext(uri: string, content: string): void {
    if (this.context.length < mostParts) {
      const text = boundedText(content);
      this.context.push({ kind: 'text', title: nameOf(uri), size: text.length, text });
    }
  }
}

/** Returns the last part of an address or a path. */
function nameOf(uri: string): string {
  const path = uri.replace(/[?#].*$/s, '').replace(/[\\/]+$/, '');
  return (
    oneLine(path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)) || oneLine(uri)
  );
}
