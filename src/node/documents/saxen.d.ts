declare module 'saxen' {
  type Decode = (text: string) => string;
  type Attributes = () => Record<string, string>;

  /** Parser that calls back for each part of a document, and expands no entities of its own. */
  export class Parser {
    on(
      event: 'openTag',
      handle: (name: string, attributes: Attributes, decode: Decode, isEmpty: boolean) => void,
    ): this;
    on(event: 'closeTag', handle: (name: string, decode: Decode, isEmpty: boolean) => void): this;
    on(event: 'text', handle: (text: string, decode: Decode) => void): this;
    on(event: 'cdata', handle: (text: string) => void): this;
    on(event: 'error' | 'warn', handle: (error: Error) => void): this;
    parse(xml: string): this;
  }
}
