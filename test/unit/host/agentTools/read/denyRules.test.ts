import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { McpTool } from '../../../../../src/terminalServer/mcp/tool';
import { rowsOf } from '../../../../support/extent';
import {
  DenyRulesBed,
  editing,
  inputs,
  rows,
  silent,
  silentInTerminals,
  terminalInputs,
} from './denyRules';
import { word } from './fakeEditor';

const bed = new DenyRulesBed();
let loaded: Awaited<ReturnType<DenyRulesBed['load']>>;
beforeAll(async () => {
  loaded = await bed.load();
});
afterAll(() => bed.remove());

const namesOf = (tools: readonly McpTool[]) => tools.map(({ name }) => name).sort();

test('each tool is in a table: what it could tell, or that it tells no text', () => {
  expect(namesOf(loaded.tools)).toEqual([...Object.keys(inputs), ...silent].sort());
  const ofTerminals = [...Object.keys(terminalInputs), ...silentInTerminals].sort();
  expect(namesOf(loaded.terminalTools)).toEqual(ofTerminals);
});

/** Runs a tool with all of its inputs and compares whether it tells the word of the file. */
async function compare(tool: McpTool | undefined, given: readonly object[], tells: boolean) {
  for (const input of given) {
    const answer = tool && (await bed.answer(tool, input));
    expect({ input, answer, tells: answer?.includes(word) }).toMatchObject({ tells });
  }
}

// An absolute path, a rule that fits nothing, and a link.
const some = rows.filter(([rule]) => /^Read\((\/=|~\/other|\/linked\/\*)/.test(rule));
describe.each(rowsOf(some, rows))('with %s, %s', (rule, file, isDenied) => {
  const isDeniedTo = (tool: string) => isDenied || (rule.startsWith('Edit') && editing.has(tool));
  const read = Object.keys(inputs).map(name => [name, !isDeniedTo(name)] as const);
  test.each(read)('%s tells its text: %s', async (name, tells) => {
    bed.set([rule, file, isDenied]);
    const tool = loaded.tools.find(one => one.name === name);
    await compare(tool, inputs[name]?.(file) ?? [], tells);
  });

  test.each(Object.keys(terminalInputs))(`%s tells its text: ${!isDenied}`, async name => {
    bed.set([rule, file, isDenied]);
    await loaded.settled();
    const tool = loaded.terminalTools.find(one => one.name === name);
    await compare(tool, terminalInputs[name]?.(bed.path) ?? [], !isDenied);
  });
});
