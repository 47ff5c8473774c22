import { withoutEnd } from '../../../base/withoutEnd';
import type { Image } from '../../../contract/content';
import type { ConversationEvent } from '../../../contract/events';
import type { MessageId } from '../../../contract/ids';
import type { SentContext } from '../../../contract/mentions';
import { toImage } from '../../../protocol/wireImage';
import { boundedText, oneLine } from '../text/foreignText';
import type { AcpBlock } from '../wire/contentBlock';

/** Most images and contents of one message. */
const mostParts = 100;
const contextEnd = '</context>';

/** Message of the user as an agent replays it, chunk by chunk. */
export class UserMessage {
  private text = '';
  private isCut = false;
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
        this.append(block.text);
        return;
      case 'image': {
        const image = toImage(block.mimeType, block.data);
        if (image && this.images.length < mostParts) {
          this.images.push(image);
        }
        return;
      }
      case 'resource_link':
        this.append(`@${oneLine(block.name ?? nameOf(block.uri))} `);
        return;
      case 'resource':
        this.addContext(block.resource.uri, block.resource.text ?? '');
        return;
      case 'audio':
        this.addContext('audio', '');
    }
  }

  toEvent(): ConversationEvent {
    const text = this.takeContexts()
      .replaceAll(/\[@([^\][\n]{1,4096})\]\((?:file|zed|tandem)[^)\s]{0,4096}\)/g, '@$1')
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

  private append(more: string): void {
    // An agent may send any number of chunks; each would copy what there is.
    if (!this.isCut) {
      const whole = this.text + more;
      this.text = boundedText(whole);
      this.isCut = this.text !== whole;
    }
  }

  /** Returns the text without the contexts that agents write into it, which are kept apart. */
  private takeContexts(): string {
    const { text } = this;
    const begin = /\n?<context ref="([^"\n]*)">\n?/g;
    let rest = '';
    let at = 0;
    for (let found = begin.exec(text); found; found = begin.exec(text)) {
      const end = text.indexOf(contextEnd, begin.lastIndex);
      if (end < 0) {
        break;
      }
      this.addContext(found[1] ?? '', text.slice(begin.lastIndex, end).replace(/\n$/, ''));
      rest += text.slice(at, found.index);
      at = end + contextEnd.length;
      begin.lastIndex = at;
    }
    return rest + text.slice(at);
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
  const path = withoutEnd(uri.replace(/[?#].*$/s, ''), '\\/');
  return (
    oneLine(path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)) || oneLine(uri)
  );
}
