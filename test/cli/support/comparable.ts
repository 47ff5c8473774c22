import { isObject } from '../../../src/base/json';
import { openStoredSession } from '../../../src/cli/sessions/openSession';
import { appendMerged } from '../../../src/contract/deltas';
import type { ConversationEvent } from '../../../src/contract/events';
import type { ModelRequest } from '../../support/api/modelRequest';
import type { AgentRun } from './agentRun';

/** Names of event fields with numbers that differ from run to run. */
const measured = new Set([
  ...['at', 'startedAt', 'endedAt', 'durationMs', 'apiMs', 'costUsd', 'contextTokens', 'tokens'],
  ...['inputTokens', 'outputTokens', 'cacheReadTokens', 'cacheWriteTokens'],
]);
const uuid = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;
/** Includes ids of title requests, which the CLI sends at an unpredictable time. */
const messageId = /\bmsg_scripted_\d+\b/g;
/** Ids of subagents. */
const agentId = /\ba[0-9a-f]{16}\b/g;

/** Returns all that the runs reported to their hosts, normalized for comparison. */
export async function comparable(runs: readonly AgentRun[]): Promise<unknown> {
  const [first] = runs;
  if (!first) {
    throw new Error('A story starts at least one process');
  }
  const told = {
    runs: runs.map(({ events, requests, before, after, activities, warnings, exit }) => ({
      events: merged(events),
      requests,
      before,
      after,
      activities,
      warnings,
      exit,
    })),
    asked: first.api.requests.filter(({ conversation }) => conversation !== 'side').map(asked),
    stored: await Promise.all(runs.map(storedEvents)),
  };
  return nameless(told, first.home.root, taskIds(runs));
}

/** Joins the pieces of each text: into how many the pipe cuts it is a matter of time. */
function merged(events: readonly ConversationEvent[]): readonly ConversationEvent[] {
  const joined: ConversationEvent[] = [];
  for (const event of events) appendMerged(joined, event);
  return joined;
}

/** Summarizes a model request. Drops a subagent's report, which the CLI frames in its own words. */
function asked({ conversation, prompt, round, results, model, cwd }: ModelRequest): unknown {
  const brought = results.map(one =>
    one.name === 'Agent' ? { ...one, text: undefined, content: undefined } : one,
  );
  return { conversation, prompt, round, results: brought, model, cwd };
}

/** Returns the events that a later window reads from the session's file. */
async function storedEvents({ sessionId, home }: AgentRun): Promise<unknown> {
  const session = await openStoredSession(sessionId, home.workspace, home.env);
  return session && { first: session.firstText, events: session.tail.events };
}

/** Random ids of background commands, some of which look like words. */
function taskIds(runs: readonly AgentRun[]): string[] {
  return runs
    .flatMap(({ events }) => events)
    .flatMap(event => (event.type === 'task.changed' ? [event.task.id] : []));
}

/** Zeroes measurements, and names ids and the home folder in the order of their appearance. */
function nameless(told: unknown, root: string, tasks: readonly string[]): unknown {
  const names = new Map<string, string>();
  const named = (kind: string) => (id: string) => {
    const name = names.get(id) ?? `<${kind} ${names.size + 1}>`;
    names.set(id, name);
    return name;
  };
  const slug = root.replace(/[^A-Za-z0-9]/g, '-');
  const json = JSON.stringify(told, (key, value) => {
    // The stand-in adds the usage of a turn up in its own way: see `turnUsage.test`.
    if (key === 'usage' && isObject(value) && 'main' in value) return undefined;
    return typeof value === 'number' && measured.has(key) ? 0 : value;
  });
  const text = json
    .replaceAll(root, '<root>')
    .replaceAll(slug, '<slug>')
    .replace(uuid, named('id'))
    .replace(messageId, named('message'))
    .replace(agentId, named('agent'));
  return JSON.parse(tasks.reduce((rest, id) => rest.replaceAll(id, named('task')(id)), text));
}
