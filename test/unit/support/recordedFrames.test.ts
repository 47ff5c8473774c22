import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recordedPath } from '../../support/cli/scriptedCliOrders';
import type { FrameRow } from '../../support/cli/stdioCli';
import { newestRecorded } from '../../support/recordings/recording';

interface Block {
  type: string;
  id?: string;
  name?: string;
  input?: unknown;
}

const everywhere = ['Bash', 'Edit', 'ExitPlanMode', 'NotebookEdit', 'Read', 'Skill', 'TodoWrite'];
const expected: Readonly<Record<string, readonly string[]>> = {
  [newestRecorded]: [
    ...[...everywhere, 'Agent', 'AskUserQuestion', 'EnterPlanMode', 'TaskCreate', 'TaskGet'],
    ...['TaskList', 'TaskStop', 'TaskUpdate', 'WebFetch', 'WebSearch', 'Write'],
  ],
  '2.0.36': [
    ...[...everywhere, 'BashOutput', 'Glob', 'Grep', 'KillShell', 'SlashCommand', 'Task'],
    ...['WebFetch', 'WebSearch', 'Write'],
  ],
};
const libraryTools = ['cover', 'find_book', 'lend'].map(name => `mcp__library__${name}`);

describe.each([newestRecorded, '2.0.36'])('frames recorded from %s', version => {
  const folder = dirname(recordedPath(version, 'basic'));
  const files = readdirSync(folder).filter(name => name.endsWith('.jsonl'));
  const text = new Map(files.map(name => [name, readFileSync(`${folder}/${name}`, 'utf8')]));
  const rows = [...text.values()].map(file =>
    file
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line) as FrameRow),
  );
  it('include every tool of the version', () => {
    const names = rows.flatMap(toolCalls).map(call => call.name);
    expect([...new Set(names)].sort()).toEqual(
      [...(expected[version] ?? []), ...libraryTools].sort(),
    );
  });

  it('name no folder of the machine they were recorded on', () => {
    for (const [name, file] of text) {
      expect(file.match(/tandem-home|\/(home|root|Users)\/(?!user)/g), name).toBeNull();
    }
  });

  it('stream the same JSON that the call then has', () => {
    for (const file of rows) {
      const calls = toolCalls(file);
      for (const { id, json } of streamedInputs(file)) {
        const call = calls.find(({ id: called }) => called === id);
        // The CLI itself replaces ExitPlanMode's plan and adds a default to Edit.
        if (!call || call.name === 'ExitPlanMode') continue;
        expect(call.input).toMatchObject(JSON.parse(json));
      }
    }
  });
});

function toolCalls(rows: readonly FrameRow[]): Block[] {
  return rows
    .filter(({ frame }) => frame.type === 'assistant')
    .flatMap(({ frame }) => (frame.message as { content: Block[] }).content)
    .filter(block => block.type === 'tool_use');
}

/** Returns the input of each streamed tool call, joined from its deltas. */
function streamedInputs(rows: readonly FrameRow[]): { id: string; json: string }[] {
  const calls: { id: string; json: string }[] = [];
  for (const { frame } of rows) {
    const event = frame.event as
      | { type: string; content_block?: Block; delta?: { partial_json?: string } }
      | undefined;
    if (event?.content_block?.type === 'tool_use') {
      calls.push({ id: event.content_block.id ?? '', json: '' });
    }
    const call = calls.at(-1);
    if (call) call.json += event?.delta?.partial_json ?? '';
  }
  return calls;
}
