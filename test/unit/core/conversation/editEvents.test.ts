import { expect, test } from 'vitest';
import { Deferred } from '../../../../src/base/deferred';
import type { ConversationEvent } from '../../../../src/contract/events';
import type { FileUpdate } from '../../../../src/contract/fileUpdates';
import type { ChannelId, ToolCallId } from '../../../../src/contract/ids';
import type {
  EditTracking,
  FileFindings,
  OpenFiles,
  TrackedChange,
} from '../../../../src/core/conversation/editEvents';
import { EditEvents } from '../../../../src/core/conversation/editEvents';
import { PathSpelling } from '../../../../src/core/conversation/pathSpelling';
import type { ToolOutcome, ToolUse } from '../../../../src/protocol/agentSource';
import { tool } from '../../transcript/events';

const succeeded: ToolOutcome = { kind: 'succeeded', response: {} };
const failed: ToolOutcome = { kind: 'failed', error: 'no' };

/** Records calls in order and returns the values that the test has set. */
class Files implements OpenFiles, Pick<EditTracking, 'settle'> {
  readonly asked: string[] = [];
  notes: readonly string[] = [];
  saving: Promise<void> = Promise.resolve();
  findings: FileFindings = { problems: new Map() };
  change: TrackedChange = { updates: [] };

  readonly tracking = {
    before: async () => void this.asked.push('baseline'),
    after: async () => {
      this.asked.push('compare');
      return this.change;
    },
    settle: () => this.settle(),
    attach: () => undefined,
    warmUp: () => undefined,
    detach: () => undefined,
    forget: () => void this.asked.push('forget baseline'),
    asked: () => undefined,
    permitted: async () => undefined,
    remembered: async () => [],
    cutOff: async () => [],
    turnEnded: async () => [],
    openDiff: async () => undefined,
    review: async () => undefined,
  };

  async before(): Promise<readonly string[]> {
    await this.saving;
    this.asked.push('save');
    return this.notes;
  }

  async after(): Promise<FileFindings> {
    this.asked.push('problems');
    return this.findings;
  }

  forget(): void {
    this.asked.push('forget');
  }

  async settle(): Promise<readonly FileUpdate[]> {
    this.asked.push('settle');
    return [];
  }
}

function setUp(words?: string) {
  const files = new Files();
  const emitted: ConversationEvent[] = [];
  const given = new Map(words === undefined ? [] : [['t', words]]);
  const take = (id: ToolCallId) => {
    const found = given.get(id);
    given.delete(id);
    return found;
  };
  const ports = { edits: files.tracking, openFiles: files };
  const events = new EditEvents('c' as ChannelId, new PathSpelling('/w'), ports, take, more =>
    emitted.push(...more),
  );
  return { files, emitted, events, given };
}

const use = (more: Partial<ToolUse> = {}): ToolUse => ({
  ...{ toolId: 't' as ToolCallId, tool: 'Edit', input: {}, cwd: '/w', isSubagent: false },
  ...{ edits: ['/w/a'], reads: ['/w/a'] },
  ...more,
});

const read = use({ tool: 'Read', edits: [] });
const command = use({ tool: 'Bash', edits: [], reads: [], command: { isBackground: false } });
const update: FileUpdate = {
  ...{ toolId: 't' as ToolCallId, path: '/w/a', status: 'updated', added: 1, removed: 0 },
};

test('baselines are read after files are saved, and a file that cannot be saved is noted', async () => {
  const { files, emitted, events } = setUp();
  files.notes = ['a is unsaved'];
  await events.beforeTool(use());
  expect(files.asked).toEqual(['save', 'baseline']);
  expect(emitted).toEqual([{ type: 'tool.noted', toolId: 't', note: 'a is unsaved' }]);
});

test('reads are saved but not tracked; commands are tracked but not saved', async () => {
  const { files, emitted, events } = setUp();
  files.notes = ['a is unsaved'];
  await events.beforeTool(read);
  expect(await events.afterTool(read, succeeded)).toBeUndefined();
  expect(files.asked).toEqual(['save', 'forget']);
  expect(emitted).toHaveLength(1);
  files.asked.length = 0;
  await events.beforeTool(command);
  await events.afterTool(command, succeeded);
  expect(files.asked).toEqual(['baseline', 'compare', 'problems']);
});

test('a call that ends while its files are being saved leaves no baseline', async () => {
  const { files, events } = setUp();
  const saving = new Deferred<void>();
  files.saving = saving.promise;
  const before = events.beforeTool(use());
  events.onApplied([tool('t', 'interrupted')]);
  saving.resolve();
  await before;
  expect(files.asked).not.toContain('baseline');
  expect(files.asked.at(-1)).toBe('forget');
});

test("problems go to their file, and all notes to the agent with the user's edits first", async () => {
  const { files, emitted, events } = setUp('The user edited.');
  files.change = {
    updates: [update, { ...update, path: '/w/b' }],
    note: 'n',
    feedback: 'Tracked.',
  };
  const problems = { errors: 2, warnings: -1 };
  files.findings = { problems: new Map([['/w/a', problems]]), feedback: 'New problems.' };
  await events.beforeTool(use());
  expect(await events.afterTool(use(), succeeded)).toBe(
    'The user edited.\n\nTracked.\n\nNew problems.',
  );
  expect(emitted).toEqual([
    { type: 'file.updated', update: { ...update, problems } },
    { type: 'file.updated', update: { ...update, path: '/w/b' } },
    { type: 'tool.noted', toolId: 't', note: 'n' },
  ]);
});

test('the agent gets no note about an edited proposal whose call failed or never ran', async () => {
  const { events } = setUp('The user edited.');
  await events.beforeTool(use());
  expect(await events.afterTool(use(), failed)).toBeUndefined();
  const denied = setUp('The user edited.');
  await denied.events.beforeTool(use());
  denied.events.onApplied([tool('t', 'denied')]);
  expect([...denied.given]).toEqual([]);
  expect(denied.files.asked).toContain('forget');
});
