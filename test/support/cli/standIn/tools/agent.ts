import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../../../../src/base/json';
import { Answer } from '../answer';
import { askModel } from '../model';
import { modelRequest } from '../modelRequest';
import type { Session } from '../session';
import { outputFile } from './outputFile';
import type { Tool } from './tool';

/** Runs a foreground subagent that answers with text only. */
export const agent: Tool = {
  run: async (call, session, signal) => {
    const { wire } = session;
    const { description, prompt, subagent_type } = call.input;
    const agentId = `a${randomBytes(8).toString('hex')}`;
    const began = Date.now();
    const about = { type: 'system', task_id: agentId, tool_use_id: call.id };
    const mark = {
      parent_tool_use_id: call.id,
      agent_id: agentId,
      subagent_type,
      task_description: description,
    };
    wire.send({
      ...about,
      subtype: 'task_started',
      description,
      subagent_type,
      is_backgrounded: false,
      spawn_depth: 1,
      task_type: 'local_agent',
      prompt,
    });
    const message = { role: 'user', content: [{ type: 'text', text: prompt }] };
    wire.send({ type: 'user', message, ...mark });
    const answer = new Answer(session, {}, true);
    const headers = { 'x-claude-code-agent-id': agentId };
    await askModel(modelRequest(session, [message]), headers, signal, event => answer.read(event));
    storeAgent(session, agentId, [
      { type: 'user', message },
      ...answer.blocks.map(block => ({ type: 'assistant', message: answer.lineOf(block) })),
    ]);
    const totals = {
      total_tokens: answer.usage.output_tokens ?? 0,
      tool_uses: 0,
      duration_ms: Date.now() - began,
    };
    wire.send({
      type: 'system',
      task_id: agentId,
      subtype: 'task_updated',
      patch: { status: 'completed', end_time: Date.now() },
    });
    wire.send({
      ...about,
      subtype: 'task_notification',
      status: 'completed',
      output_file: outputFile(session, agentId),
      summary: answer.text,
      usage: totals,
    });
    const content = [{ type: 'text', text: answer.text }];
    const result = {
      status: 'completed',
      prompt,
      agentId,
      agentType: subagent_type,
      content,
      totalDurationMs: totals.duration_ms,
      totalTokens: totals.total_tokens,
      totalToolUseCount: 0,
    };
    return { content, result };
  },
};

/** Stores the subagent's lines next to the session file. */
function storeAgent(session: Session, agentId: string, said: readonly JsonObject[]): void {
  const folder = join(session.transcript.file.replace(/\.jsonl$/, ''), 'subagents');
  let parentUuid: string | null = null;
  const lines = said.map(one => {
    const { id: sessionId, cwd } = session;
    const more = {
      sessionId,
      cwd,
      isSidechain: true,
      agentId,
      timestamp: new Date().toISOString(),
    };
    const line = { ...one, ...more, parentUuid, uuid: randomUUID() };
    parentUuid = line.uuid;
    return `${JSON.stringify(line)}\n`;
  });
  if (session.options.isStored) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `agent-${agentId}.jsonl`), lines.join(''));
  }
}
