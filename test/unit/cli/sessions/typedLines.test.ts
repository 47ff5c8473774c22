import { expect, it } from 'vitest';
import { typedLines } from '../../../../src/cli/sessions/typedLines';

const kept = /"type":\s*"(?:custom-title|ai-title|last-prompt|summary|tag|cost-state|relocated)"/;
const conversation = /"type":\s*"(?:user|assistant|system|attachment)"/;

/** Line by line, as the facts are defined. */
function byLine(text: string) {
  return text
    .split('\n')
    .map(line => ({
      ...{ text: line, isKept: kept.test(line), isConversation: conversation.test(line) },
    }))
    .filter(({ isKept, isConversation }) => isKept || isConversation);
}

const lines = [
  ...['{"type":"user"}', '{"a":{"type":"text"},"type": "assistant"}', '{"type":"progress"}', ''],
  ...['{"type":"tag","type":"user"}', '{"type":\t"summary"}', '"type":"userx"', '"type":"user'],
  ...[
    '{"type":"queue","x":"type"}',
    '"type":',
    '"user"',
    '{"type":null}',
    'ype":"user"',
    '{\\"type\\":\\"user\\"}\r',
  ],
];

it('finds the lines that name a type, as tests of each line do', () => {
  const texts = lines.flatMap(one => lines.map(other => `${one}\n${other}`));
  for (const text of [...texts, lines.join('\n'), `${lines.join('\n')}\n`, '', '\n\n']) {
    expect(typedLines(text)).toEqual(byLine(text));
  }
});
