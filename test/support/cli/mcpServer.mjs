#!/usr/bin/env node
// A small MCP server over stdio. Its tools return each kind of result that clients have to show.
import { createInterface } from 'node:readline';

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAFElEQVR42mNkYPjPgA0wMuAAg1MCALaMAw9sPyDxAAAAAElFTkSuQmCC';

const tools = [
  {
    name: 'find_book',
    description: 'Finds books by words of their title',
    annotations: { title: 'Find a book', readOnlyHint: true },
    inputSchema: {
      type: 'object',
      properties: { title: { type: 'string' }, limit: { type: 'number' } },
      required: ['title'],
    },
  },
  {
    name: 'cover',
    description: 'The cover of a book as an image',
    inputSchema: { type: 'object', properties: { isbn: { type: 'string' } } },
  },
  {
    name: 'lend',
    description: 'Lends a book; fails for those that are out',
    inputSchema: { type: 'object', properties: { isbn: { type: 'string' } } },
  },
];

const answers = {
  find_book: ({ title }) => ({
    content: [
      { type: 'text', text: `2 books match "${title}"` },
      {
        type: 'text',
        text: JSON.stringify([
          { isbn: '978-0-00-000001-0', title: `${title} for beginners`, year: 1998, out: false },
          { isbn: '978-0-00-000002-7', title: `The art of ${title}`, year: 2011, out: true },
        ]),
      },
    ],
  }),
  cover: () => ({
    content: [
      { type: 'text', text: 'The cover:' },
      { type: 'image', data: pixel, mimeType: 'image/png' },
    ],
  }),
  lend: ({ isbn }) => ({
    content: [{ type: 'text', text: `${isbn} is out until Monday` }],
    isError: true,
  }),
};

createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...answer(method, params) })}\n`);
});

function answer(method, params) {
  switch (method) {
    case 'initialize':
      return {
        result: {
          protocolVersion: params.protocolVersion,
          capabilities: { tools: {} },
          serverInfo: { name: 'library', title: 'Town library', version: '1.0.0' },
        },
      };
    case 'tools/list':
      return { result: { tools } };
    case 'tools/call':
      return { result: answers[params.name](params.arguments ?? {}) };
    case 'ping':
      return { result: {} };
    default:
      return { error: { code: -32601, message: `Unknown method ${method}` } };
  }
}
