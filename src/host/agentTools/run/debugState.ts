import * as vscode from 'vscode';
import type { Clock } from '../../../base/clock';
import { messageOf } from '../../../base/errors';
import * as z from '../../../base/schema';
import { defineTool, textResult } from '../../../terminalServer/mcp/tool';
import type { EditorTool } from '../tool/editorTool';
import { shownPath } from '../tool/shownPath';
import type { DebugLog, DebugRecord } from './debugLog';
import { DebugReader } from './debugReader';
import { type DebugState, debugText } from './debugText';

const input = z.object({
  frames: z.optional(
    z.int().check(z.minimum(1), z.maximum(100), z.describe('Frames of a thread; 10 by default.')),
  ),
  characters: z.optional(
    z
      .int()
      .check(
        z.minimum(200),
        z.maximum(60_000),
        z.describe('Of the end of each console; 3000 by default.'),
      ),
  ),
});

/**
 * Asks for permission: variables and consoles hold secrets, and reading variables may run the
 * program's getters.
 */
export function debugState(log: DebugLog): EditorTool {
  return {
    group: 'other',
    make: ({ cwd, clock }) =>
      defineTool({
        name: 'debug_state',
        title: 'Debug state',
        description:
          "The editor's debug sessions: what stands still and why, stack frames, variables of the top frame, the end of the console.",
        input,
        run: async ({ frames = 10, characters = 3_000 }) => {
          const states = log.sessions().map(record => stateOf(record, frames, clock));
          return textResult(
            debugText(await Promise.all(states), path => shownPath(cwd, path), characters),
          );
        },
      }),
  };
}

async function stateOf(
  { session, console, isEnded, stopped }: DebugRecord,
  frames: number,
  clock: Clock,
): Promise<DebugState> {
  const isStopped = (id: number) => stopped.has(id) || stopped.has(undefined);
  const [reason] = stopped.values();
  const { name, type, id } = session;
  const state = {
    name,
    type,
    console,
    isEnded,
    // VS Code may keep a session that has ended as its active one.
    isActive: !isEnded && vscode.debug.activeDebugSession?.id === id,
    ...(reason === undefined ? {} : { reason }),
  };
  if (isEnded) {
    return { ...state, threads: [] };
  }
  try {
    const threads = await new DebugReader(session, clock).threads(isStopped, frames);
    return { ...state, threads };
  } catch (error) {
    return { ...state, threads: [], trouble: `Its threads are not known: ${messageOf(error)}` };
  }
}
