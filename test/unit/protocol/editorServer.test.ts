import { expect, it } from 'vitest';
import { splitToolName } from '../../../src/protocol/editorServer';

it.each([
  ['mcp__tandem__read', { server: 'tandem', tool: 'read' }],
  ['mcp__tandem__x__y', { server: 'tandem__x', tool: 'y' }],
  ['mcp__a_b__c__d', { server: 'a_b', tool: 'c__d' }],
  ['mcp__a', undefined],
  ['Read', undefined],
  // No tool has such a name, and looking for its parts takes the square of its length.
  [`mcp__tandem_${'_'.repeat(500_000)}\n`, undefined],
])('splits %j', (name, parts) => {
  expect(splitToolName(name)).toEqual(parts);
});
