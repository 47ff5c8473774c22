import { Parser } from 'saxen';
import { unreadable } from './archive';

export interface XmlHandler {
  /** Called with names as they are written, prefix included. */
  open?(name: string, attributes: () => Record<string, string>): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** Elements inside one another; deeper documents are made to break readers. */
const deepest = 1_000;

/** Reads XML of a document. @throws UserError `attachment.unreadable` */
export function readXml(bytes: Uint8Array, handler: XmlHandler): void {
  const xml = new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-8').decode(bytes);
  // No office program writes one, and entities are the usual way to blow up a document.
  if (/<!DOCTYPE/i.test(xml.slice(0, 10_000))) {
    throw unreadable('DOCTYPE');
  }
  let depth = 0;
  const fail = (error: Error) => {
    throw unreadable(error.message);
  };
  new Parser()
    .on('openTag', (name, attributes) => {
      depth += 1;
      if (depth > deepest) {
        throw unreadable(name);
      }
      handler.open?.(name, attributes);
    })
    .on('closeTag', name => {
      depth -= 1;
      handler.close?.(name);
    })
    .on('text', (text, decode) => handler.text?.(decode(text)))
    .on('cdata', text => handler.text?.(text))
    .on('error', fail)
    .parse(xml);
}
