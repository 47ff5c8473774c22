import { expect, test } from 'vitest';
import { toElicitation } from '../../../../../src/acp/translate/asks/toElicitation';
import type { PromptId } from '../../../../../src/contract/ids';

const read = (params: unknown) => toElicitation(params, 'p1' as PromptId, 'Help\ner');

test('a form', () => {
  const requestedSchema = {
    type: 'object',
    properties: { name: { type: 'string', title: 'Name' }, count: { type: 'integer' } },
    required: ['name'],
  };
  expect(read({ sessionId: 's', mode: 'form', message: 'Who?', requestedSchema })).toEqual({
    prompt: {
      ...{ kind: 'elicitation', id: 'p1', server: 'Help er', message: 'Who?' },
      request: {
        mode: 'form',
        fields: [
          { kind: 'text', name: 'name', title: 'Name', isRequired: true },
          { kind: 'number', name: 'count', title: 'count', isRequired: false, isInteger: true },
        ],
      },
    },
  });
});

test('a page', () => {
  const url = 'https://example.com/login';
  expect(read({ mode: 'url', message: 'Sign in', elicitationId: 'e1', url })).toMatchObject({
    pageId: 'e1',
    prompt: { request: { mode: 'page', url } },
  });
});

test('a form without a schema can only be declined', () => {
  expect(read({ mode: 'form', message: 'x' })?.prompt.request).toMatchObject({
    obstacle: { kind: 'unreadable' },
  });
});

test.each([
  ['another mode', { mode: 'voice', message: 'x', url: 'https://a.b' }],
  ['a page without an address', { mode: 'url', message: 'x' }],
  ['nothing', undefined],
  ['a list', []],
  ['no mode', { message: 'x' }],
])('%s is not understood', (_name, params) => {
  expect(read(params)).toBeUndefined();
});
