import { isAbsolute, relative } from 'node:path';
import type { JsonObject } from '../../../../src/base/json';
import type { ToolUse } from './answer';
import type { Session } from './session';
import type { Tool } from './tools/tool';

export type Permission =
  | {
      readonly kind: 'allow';
      readonly input?: unknown;
      readonly source: string;
      readonly reason?: string;
    }
  /** `stops`: the denial ends the turn. */
  | { readonly kind: 'deny'; readonly message: string; readonly stops: boolean };

/** Properties of a tool call that decide whether the user is asked. */
export interface Wish {
  /** True if the call changes nothing and reads only in the conversation's folders. */
  readonly isHarmless: boolean;
  /** True if the call changes only files in the conversation's folders, as `acceptEdits` allows. */
  readonly isEdit: boolean;
  /** Text that permission rules are compared with. */
  readonly subject: string;
  readonly description?: string | undefined;
  /** Additional fields of the permission request. */
  readonly more: JsonObject;
  readonly reason?: string;
}

/** Decides whether a call may run: by mode, by rule, or by asking the user. */
export async function decide(
  session: Session,
  call: ToolUse,
  tool: Tool,
  signal: AbortSignal,
): Promise<Permission> {
  const wish = tool.wish?.(call.input, session);
  if (!wish) {
    return { kind: 'allow', source: 'config' };
  }
  const { mode, rules } = session;
  if (wish.isHarmless) {
    return { kind: 'allow', source: 'config', reason: wish.reason ?? 'mode' };
  }
  if (mode === 'bypassPermissions' || (mode === 'acceptEdits' && wish.isEdit)) {
    return { kind: 'allow', source: 'config', reason: 'mode' };
  }
  if (rules.allows(call.name, wish.subject)) {
    return { kind: 'allow', source: 'config', reason: 'rule' };
  }
  return ask(session, call, wish, signal);
}

async function ask(
  session: Session,
  call: ToolUse,
  wish: Wish,
  signal: AbortSignal,
): Promise<Permission> {
  const { description, more } = wish;
  session.tellState('requires_action');
  const answer = await session.wire.request(
    {
      subtype: 'can_use_tool',
      tool_name: call.name,
      display_name: call.name,
      input: call.input,
      ...(description === undefined ? {} : { description }),
      ...more,
      tool_use_id: call.id,
    },
    signal,
  );
  session.tellState('running');
  if (answer.behavior !== 'allow') {
    return { kind: 'deny', message: String(answer.message), stops: answer.interrupt === true };
  }
  for (const update of (answer.updatedPermissions ?? []) as JsonObject[]) {
    applyUpdate(session, update);
  }
  return { kind: 'allow', input: answer.updatedInput, source: 'user_temporary' };
}

function applyUpdate(session: Session, update: JsonObject): void {
  switch (update.type) {
    case 'addRules':
      session.rules.add(update.rules as never, update.destination);
      break;
    case 'setMode':
      session.setMode(String(update.mode));
      break;
    case 'addDirectories':
      session.directories.push(...(update.directories as string[]));
      break;
  }
}

export function isWithin(session: Session, path: string): boolean {
  return [session.cwd, ...session.directories].some(folder => {
    const way = relative(folder, path);
    return !way.startsWith('..') && !isAbsolute(way);
  });
}
