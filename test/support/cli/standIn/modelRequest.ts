import type { JsonObject } from '../../../../src/base/json';
import type { ApiMessage } from './apiMessages';
import type { Session } from './session';

/** Tools that the stand-in offers the model in addition to those of MCP servers. */
const toolNames = ['Agent', 'Bash', 'Edit', 'Read', 'TaskCreate', 'TaskUpdate', 'Write'];

/** Builds the body of a Messages API request with the fields that the scripted API reads. */
export function modelRequest(session: Session, messages: readonly ApiMessage[]): JsonObject {
  const { cwd, model, effort, directories, options } = session;
  const more = directories.map(folder => `\n - Additional working directory: ${folder}`).join('');
  const system = [
    'You are the stand-in of a Claude agent.',
    `# Environment\n - Primary working directory: ${cwd}${more}`,
    ...(options.systemPrompt === '' ? [] : [options.systemPrompt]),
  ];
  return {
    model,
    messages,
    system: system.map(text => ({ type: 'text', text })),
    tools: toolNames.map(name => ({ name, input_schema: { type: 'object' } })),
    max_tokens: 128_000,
    thinking: { type: 'adaptive' },
    output_config: { effort },
    stream: true,
  };
}
