import { randomBytes } from 'node:crypto';
import { Answer } from '../answer';
import { askModel } from '../model';
import { modelRequest } from '../modelRequest';
import { outputFile } from './outputFile';
import type { Tool } from './tool';

/** A subagent in the foreground that answers with words alone. */
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
    const answer = new Answer(session, {}, mark);
    const headers = { 'x-claude-code-agent-id': agentId };
    await askModel(modelRequest(session, [message]), headers, signal, event => answer.read(event));
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
