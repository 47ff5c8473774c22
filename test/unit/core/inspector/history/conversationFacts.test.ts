import { describe, expect, it } from 'vitest';
import type { FileUpdate } from '../../../../../src/contract/fileUpdates';
import type { BlobId } from '../../../../../src/contract/ids';
import type { ToolCall } from '../../../../../src/contract/tools';
import { toolRuns, turnFacts } from '../../../../../src/core/inspector/history/conversationFacts';
import { ended, foldAll, sent, started, tool, toolId } from '../../../transcript/events';

const read = (more: object = {}): Partial<ToolCall> =>
  ({ family: 'read', tool: 'Read', input: { path: '/a.ts', ...more } }) as Partial<ToolCall>;

describe('Facts about turns', () => {
  it('have places, times, and what the agent has reported', () => {
    const usage = {
      main: { input: 1, output: 2, cacheWritten: 3, cacheRead: 4 },
      all: { input: 10, output: 20, cacheWritten: 30, cacheRead: 40 },
    };
    const end = { ...ended(900), durationMs: 800, costUsd: 0.25, usage };
    const folded = foldAll([
      ...[sent('p', 100), started('t', 110), tool('x', 'done', {}, 300), end as never],
      ...[sent('q', 1_000), started('u', 1_010)],
    ]);
    expect(turnFacts({ ...folded, first: -4 })).toEqual([
      { turn: -4, startedAt: 100, endedAt: 900, costUsd: 0.25, tokens: usage.all },
      { turn: -3, startedAt: 1_000 },
    ]);
  });

  it('end stored turns with their last item: the next prompt has closed them', () => {
    const folded = foldAll([
      ...[sent('p', 100), started('t', 100), tool('x', 'running', {}, 300)],
      ...[tool('x', 'done', {}, 450), ended(9_000)],
    ]);
    expect(turnFacts(folded)).toEqual([{ turn: 0, startedAt: 100, endedAt: 450 }]);
  });

  it('are gone after /clear', () => {
    const folded = foldAll([
      ...[sent('p', 100), started('t', 100), tool('x', 'done', {}, 300), ended(400)],
      { type: 'conversation.cleared' },
      ...[sent('q', 500), started('u', 500)],
    ]);
    expect(turnFacts(folded)).toEqual([{ turn: 0, startedAt: 500 }]);
    expect(toolRuns(folded)).toEqual([]);
  });
});

describe('Runs of tools', () => {
  it('have their turn, times, state, server and subagent', () => {
    const agent = { family: 'agent', tool: 'Agent', input: { agentType: 'Explore' } } as never;
    const mcp = { family: 'mcp', tool: 'mcp__git_hub__list', input: { server: 'git.hub' } };
    const folded = foldAll([
      ...[sent('p', 1), started('t', 1), tool('a', 'running', agent, 10)],
      tool('m', 'pending', { ...mcp, parentToolId: toolId('a') } as never, 20),
      tool('m', 'failed', { ...mcp, parentToolId: toolId('a') } as never, 50),
      ...[tool('a', 'done', agent, 60), ended(70), sent('q', 80), started('u', 80)],
      tool('b', 'running', {}, 90),
    ]);
    expect(toolRuns(folded)).toEqual([
      { id: 'a', name: 'Agent', turn: 0, startedAt: 10, endedAt: 60, isFailed: false },
      {
        ...{ id: 'm', name: 'mcp__git_hub__list', turn: 0, startedAt: 20, endedAt: 50 },
        ...{ isFailed: true, server: 'git.hub', agent: 'Explore', parent: 'a' },
      },
      { id: 'b', name: 'Bash', turn: 1, startedAt: 90, isFailed: false },
    ]);
  });

  it('name what is read, and what has changed', () => {
    const update = (path: string, status: FileUpdate['status']): FileUpdate => ({
      ...{ toolId: toolId('c'), path, status, added: 1, removed: 0 },
    });
    const edit = { family: 'edit', tool: 'Edit', input: { path: '/b.ts', edits: [] } } as never;
    const folded = foldAll([
      ...[sent('p', 1), started('t', 1), tool('r', 'done', read(), 2)],
      tool('s', 'done', read({ offset: 5, limit: 9 }), 3),
      tool('e', 'done', edit, 4),
      tool('c', 'done', {}, 5),
      { type: 'file.updated', update: update('/x.ts', 'updated') },
      { type: 'file.updated', update: update('/y.ts', 'unchanged') },
    ]);
    const [whole, part, edited, command] = toolRuns(folded);
    expect([whole?.path, part?.path]).toEqual(['/a.ts', '/a.ts']);
    expect(whole?.range).not.toBe(part?.range);
    expect(edited).toMatchObject({ changed: ['/b.ts'] });
    expect(edited).not.toHaveProperty('path');
    expect(command).toMatchObject({ changed: ['/x.ts'] });
  });

  it('know the length of results, also of those that are stored apart', () => {
    const blob = { blob: 'b' as BlobId, preview: 'x', length: 90_000 };
    const contents: ToolCall['content'][] = [
      [{ type: 'text', text: 'abc' }],
      [{ type: 'file', path: '/a', text: blob, startLine: 1 }],
      [{ type: 'terminal', stdout: 'out', stderr: 'error' }],
      [{ type: 'matches', matches: [{ path: '/a', text: 'bcd' }], total: 1, truncated: false }],
      [{ type: 'links', links: [{ title: 'ab', url: 'cd' }] }],
      [{ type: 'fields', fields: [{ name: 'a', value: 'bcd' }] }],
      [{ type: 'answers', answers: [{ question: 'a?', answer: 'b' }] }],
      [{ type: 'image', image: { mediaType: 'image/png', bytes: 5 } }],
    ];
    const folded = foldAll([
      ...[sent('p', 1), started('t', 1), tool('none', 'running')],
      ...contents.map((content, at) => tool(`t${at}`, 'done', { content } as never)),
    ]);
    expect(toolRuns(folded).map(({ resultLength }) => resultLength)).toEqual([
      ...[undefined, 3, 90_000, 8, 7, 4, 4, 3, 0],
    ]);
  });
});
