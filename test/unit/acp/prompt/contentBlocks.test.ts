import { describe, expect, it } from 'vitest';
import { toContentBlocks } from '../../../../src/acp/prompt/contentBlocks';
import type { MessageId } from '../../../../src/contract/ids';
import type { OutgoingMessage } from '../../../../src/protocol/agentSource';

const message: OutgoingMessage = {
  id: 'm' as MessageId,
  text: 'look',
  images: [{ name: 'a.png', mediaType: 'image/png', data: 'aGk=' }],
  context: [
    { kind: 'selection', title: 'Selection in a.ts', text: 'const a = 1;' },
    { kind: 'pdf', title: 'b.pdf', data: 'JVBERg==' },
  ],
  urgency: 'turn',
};
const links = [{ type: 'resource_link', uri: 'file:///w/a.ts', name: 'a.ts' }];

describe('toContentBlocks', () => {
  it('embeds what a message brings along', () => {
    expect(toContentBlocks(message, links, { images: true, embedded: true })).toEqual([
      {
        type: 'resource',
        resource: {
          uri: 'tandem://context/m/0/Selection%20in%20a.ts',
          text: 'const a = 1;',
          mimeType: 'text/plain',
        },
      },
      {
        type: 'resource',
        resource: {
          uri: 'tandem://context/m/1/b.pdf',
          blob: 'JVBERg==',
          mimeType: 'application/pdf',
        },
      },
      { type: 'text', text: 'look' },
      ...links,
      { type: 'image', data: 'aGk=', mimeType: 'image/png' },
    ]);
  });

  it('writes it as text for agents that take nothing else', () => {
    expect(toContentBlocks(message, [], { images: false, embedded: false })).toEqual([
      { type: 'text', text: 'Selection in a.ts:\n\nconst a = 1;' },
      { type: 'text', text: '[b.pdf: a PDF, which this agent does not take]' },
      { type: 'text', text: 'look' },
    ]);
  });

  it('sends images without an empty text', () => {
    const { context: _, ...bare } = { ...message, text: '' };
    expect(toContentBlocks(bare, [], { images: true, embedded: true })).toHaveLength(1);
  });
});
