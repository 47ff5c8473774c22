import { expect, it } from 'vitest';
import { baseUrlChanges } from '../../../src/gateway/changes';

const ids = (version: string) => baseUrlChanges(version).map(({ id }) => id);

it('lists nothing for the oldest version', () => {
  expect(baseUrlChanges('2.0.36')).toEqual([]);
});

it('lists a change from its first version on, and no longer once it is gone', () => {
  expect(ids('2.1.7')).toEqual(['organization']);
  expect(ids('2.1.199')).not.toContain('longContext');
  expect(ids('2.1.200')).toContain('longContext');
  expect(ids('2.1.299')).toContain('longContext');
  expect(ids('2.1.300')).not.toContain('longContext');
  expect(ids('2.1.1000')).toEqual(ids('2.1.329'));
});

it('describes each change once, in a sentence that fits all its versions', () => {
  const all = ['2.1.7', '2.1.120', '2.1.200', '2.1.260', '2.1.329'].flatMap(baseUrlChanges);
  const texts = new Map(all.map(({ id, text }) => [id, text]));
  expect(new Set(texts.values()).size).toBe(texts.size);
  for (const { id, text } of all) {
    expect(text).toMatch(/^[A-Z].*\.$/);
    expect(texts.get(id)).toBe(text);
  }
});

it('names the variable that keeps the search for tools', () => {
  const found = baseUrlChanges('2.1.200').find(({ id }) => id === 'toolSearch');
  expect(found?.undoneBy).toEqual({ ENABLE_TOOL_SEARCH: 'true' });
  expect(ids('2.1.329')).not.toContain('toolSearch');
});
