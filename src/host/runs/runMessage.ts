import type { Attachment, Draft } from '../../contract/draft';
import type { Mention } from '../../contract/mentions';
import type { RunTarget } from '../../core/runs/run';
import { fileMention } from '../mentions/rows/makeMention';

/**
 * Adds the target of a run to its prompt, as the user would: by a mention, or as an attached text.
 * @param cwd folder of the conversation
 */
export function runMessage(prompt: Draft, target: RunTarget, cwd: string): Draft {
  const mention = mentionOf(target, cwd);
  if (mention) {
    const others = (prompt.mentions ?? []).filter(({ token }) => token !== mention.token);
    // The rest of a command's line is its argument.
    const gap = prompt.text.startsWith('/') ? ' ' : '\n\n';
    const text = prompt.text.trimEnd();
    return {
      ...prompt,
      text: text === '' ? mention.token : `${text}${gap}${mention.token}`,
      mentions: [...others, mention],
    };
  }
  if (target.kind === 'selection' && target.text !== undefined) {
    const attachment: Attachment = {
      ...{ kind: 'text', origin: 'file', id: 'run-selection' },
      ...{ name: target.name, text: target.text },
    };
    return { ...prompt, attachments: [...(prompt.attachments ?? []), attachment] };
  }
  return prompt;
}

function mentionOf(target: RunTarget, cwd: string): Mention | undefined {
  switch (target.kind) {
    case 'file':
      return fileMention(target.path, cwd);
    case 'selection':
      return target.path === undefined || target.text !== undefined
        ? undefined
        : fileMention(target.path, cwd, target.lines);
    case 'folder':
      return undefined;
  }
}
