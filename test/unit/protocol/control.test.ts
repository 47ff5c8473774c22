import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isObject, type JsonObject } from '../../../src/base/json';
import { incomingControls, outgoingControls } from '../../../src/protocol/control';
import { permissionUpdate } from '../../../src/protocol/controlSchemas';

const root = fileURLToPath(new URL('../../support/fixtures/frames/', import.meta.url));
const recorded = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.jsonl'))
  .flatMap(name =>
    readFileSync(root + name, 'utf8')
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line) as { dir: string; frame: JsonObject }),
  );

const known = Object.entries(incomingControls);

describe.each(known)('%s', (subtype, schema) => {
  const requests = recorded
    .filter(({ dir, frame }) => dir === 'out' && frame.type === 'control_request')
    .map(({ frame }) => frame.request as JsonObject)
    .filter(request => request.subtype === subtype);

  it('is read as recorded, even with unknown members', () => {
    expect(requests.length).toBeGreaterThan(0);
    for (const request of requests) {
      expect(schema.parse(request)).toMatchObject(request);
      expect(schema.parse({ ...request, added: { later: true } })).toHaveProperty('added');
    }
  });
});

it('reads every recorded reply to initialize, in all versions', () => {
  const replies = recorded
    .filter(({ dir, frame }) => dir === 'out' && frame.type === 'control_response')
    .map(({ frame }) => (isObject(frame.response) ? frame.response.response : undefined))
    .filter(isObject)
    // The fixtures replace repeated lists with a string.
    .filter(({ models }) => Array.isArray(models) && models.some(isObject));
  expect(replies.length).toBeGreaterThan(10);
  for (const reply of replies) {
    const { models, commands } = outgoingControls.initialize.result.parse(reply);
    expect(models.length + commands.length).toBeGreaterThan(0);
  }
});

it('drops unreadable list entries and keeps the rest', () => {
  const reply = { models: [{ value: 'a', supportsEffort: 'maybe' }, 7], commands: 'none' };
  expect(outgoingControls.initialize.result.parse(reply)).toMatchObject({
    models: [{ value: 'a' }],
    commands: [],
  });
});

it('reads every recorded permission suggestion', () => {
  const suggestions = recorded
    .map(({ frame }) => (isObject(frame.request) ? frame.request.permission_suggestions : []))
    .flatMap(list => (Array.isArray(list) ? list : []))
    .filter(isObject);
  expect(suggestions.length).toBeGreaterThan(20);
  for (const suggestion of suggestions) {
    expect(permissionUpdate.parse(suggestion)).toEqual(suggestion);
  }
});
