import type { Text } from '../../../contract/content';
import type { Conversation, ToolItem, Turn } from '../../../contract/conversation';
import type { ToolRun, TurnFacts } from '../../../contract/inspector/recordedCall';
import type { ToolCall, ToolContent } from '../../../contract/tools';
import type { TokenCounts } from '../../../contract/usage';

/** Returns the loaded turns with their places, oldest first, the open one included. */
export function turnFacts(conversation: Conversation): TurnFacts[] {
  return placed(conversation).map(([turn, place]) => {
    const { startedAt, costUsd, usage } = turn;
    const endedAt = endOf(turn, turn === conversation.open);
    const tokens: TokenCounts | undefined = usage?.all ?? usage?.main;
    return {
      turn: place,
      startedAt,
      ...(endedAt === undefined ? {} : { endedAt }),
      ...(costUsd === undefined ? {} : { costUsd }),
      ...(tokens === undefined ? {} : { tokens }),
    };
  });
}

/** Returns the tool calls of the loaded turns, oldest first. */
export function toolRuns(conversation: Conversation): ToolRun[] {
  const runs: ToolRun[] = [];
  const agents = new Map<string, string>();
  for (const [turn, place] of placed(conversation)) {
    for (const item of turn.items) {
      if (item.kind === 'tool') {
        if (item.call.family === 'agent') {
          agents.set(item.call.id, agentOf(item.call));
        }
        runs.push(runOf(item, place, agents));
      }
    }
  }
  return runs.sort((one, other) => one.startedAt - other.startedAt);
}

function placed({ first, turns, open }: Conversation): (readonly [Turn, number])[] {
  return [...turns, ...(open ? [open] : [])].map((turn, at) => [turn, first + at] as const);
}

/** Stored turns have no time of their end; they were closed when the next one began. */
function endOf(turn: Turn, isOpen: boolean): number | undefined {
  if (isOpen) {
    return undefined;
  }
  if (turn.durationMs !== undefined && turn.endedAt !== undefined) {
    return turn.endedAt;
  }
  const times = turn.items.flatMap(item =>
    item.kind === 'tool' && item.endedAt !== undefined ? [item.at, item.endedAt] : [item.at],
  );
  return times.reduce((latest, at) => Math.max(latest, at), turn.startedAt);
}

function runOf(item: ToolItem, turn: number, agents: ReadonlyMap<string, string>): ToolRun {
  const { call, at, endedAt } = item;
  const agent = call.parentToolId && agents.get(call.parentToolId);
  const server = serverOf(call);
  const changed = changedBy(item);
  const resultLength = call.content.length > 0 ? lengthOf(call.content) : undefined;
  return {
    id: call.id,
    name: call.tool,
    turn,
    startedAt: at,
    isFailed: call.status === 'failed' || call.status === 'denied' || call.status === 'interrupted',
    ...(server === undefined ? {} : { server }),
    ...(agent === undefined ? {} : { agent }),
    ...(call.parentToolId === undefined ? {} : { parent: call.parentToolId }),
    ...(call.family === 'read' && call.input ? readPart(call.input) : {}),
    ...(changed.length > 0 ? { changed } : {}),
    ...(endedAt === undefined ? {} : { endedAt }),
    ...(resultLength === undefined ? {} : { resultLength }),
  };
}

function readPart(input: {
  path: string;
  offset?: number;
  limit?: number;
  pages?: string;
}): Pick<ToolRun, 'path' | 'range'> {
  const { path, offset, limit, pages } = input;
  return { path, range: [offset ?? '', limit ?? '', pages ?? ''].join(':') };
}

function agentOf(call: Extract<ToolCall, { family: 'agent' }>): string {
  return call.input?.agentType ?? call.input?.description ?? call.tool;
}

function serverOf(call: ToolCall): string | undefined {
  return call.family === 'mcp' && call.input
    ? call.input.server
    : /^mcp__(.+?)__/.exec(call.tool)?.[1];
}

/** Edits name their file even where nothing has followed it on disk, as in stored sessions. */
function changedBy({ call, files = [] }: ToolItem): string[] {
  const tracked = files.flatMap(({ path, status }) =>
    status === 'unchanged' || status === 'failed' ? [] : [path],
  );
  const isEdit =
    call.family === 'edit' || call.family === 'write' || call.family === 'notebookEdit';
  const named = isEdit && call.input ? [call.input.path] : [];
  return [...new Set([...tracked, ...named])];
}

function lengthOf(contents: readonly ToolContent[]): number {
  return contents.reduce((sum, content) => sum + lengthOfOne(content), 0);
}

function lengthOfOne(content: ToolContent): number {
  switch (content.type) {
    case 'text':
    case 'markdown':
    case 'file':
    case 'error':
      return content.text.length;
    case 'terminal':
      return content.stdout.length + content.stderr.length;
    case 'matches':
      return content.matches.reduce(
        (sum, { path, text = '' }) => sum + path.length + text.length + 2,
        0,
      );
    case 'links':
      return content.links.reduce((sum, { title, url }) => sum + title.length + url.length, 0);
    case 'fields':
      return content.fields.reduce((sum, { name, value }) => sum + name.length + sizeOf(value), 0);
    case 'answers':
      return content.answers.reduce(
        (sum, { question, answer }) => sum + question.length + answer.length,
        0,
      );
    case 'diff':
    case 'image':
    case 'todos':
      // The model gets a short confirmation, or no text.
      return 0;
  }
}

function sizeOf(text: Text): number {
  return text.length;
}
