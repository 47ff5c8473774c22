import type { SystemFrames } from '../../protocol/frameSchemas';

/** A slash command as it was typed: stored with its name and arguments in tags. */
export function commandTyped(text: string): string | undefined {
  if (!/^\s*<command-(?:name|message)>/.test(text)) {
    return undefined;
  }
  const name = tag(text, 'command-name');
  // Skills that the agent loads itself are stored alike, without the slash.
  return name?.startsWith('/')
    ? [name, tag(text, 'command-args')].filter(Boolean).join(' ')
    : undefined;
}

/** The end of a background task, which the CLI tells the model in the person's name. */
export function taskEnd(text: string): SystemFrames['task_notification'] | undefined {
  const id = text.startsWith('<task-notification>') ? tag(text, 'task-id') : undefined;
  if (id === undefined) {
    return undefined;
  }
  return {
    type: 'system',
    subtype: 'task_notification',
    task_id: id,
    tool_use_id: tag(text, 'tool-use-id'),
    status: tag(text, 'status'),
    summary: tag(text, 'summary'),
  };
}

function tag(text: string, name: string): string | undefined {
  const start = text.indexOf(`<${name}>`);
  const end = text.indexOf(`</${name}>`, start);
  return start === -1 || end === -1 ? undefined : text.slice(start + name.length + 2, end).trim();
}
