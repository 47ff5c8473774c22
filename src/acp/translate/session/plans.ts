import type { Todo } from '../../../contract/content';
import type { ConversationEvent } from '../../../contract/events';
import { boundedText, oneLine } from '../text/foreignText';
import { mostTodos, toTodos } from '../text/toTodos';
import type { UpdateOf } from '../wire/update';

/** Plans of a session: the one without a name, and those of the draft protocol that have one. */
export class Plans {
  private own: readonly Todo[] = [];
  private readonly named = new Map<string, readonly Todo[]>();

  replace({ entries }: UpdateOf<'plan'>): ConversationEvent[] {
    this.own = toTodos(entries);
    return this.changed();
  }

  /** A plan in Markdown lists no steps: its own check boxes are taken for them. */
  update({ plan }: UpdateOf<'plan_update'>): ConversationEvent[] {
    const { planId, type, entries, content } = plan;
    const steps = type === 'markdown' ? stepsIn(content ?? '') : entries;
    this.named.set(planId, toTodos(steps, `${this.named.size}:${oneLine(planId)}:`));
    return this.changed();
  }

  remove({ planId }: UpdateOf<'plan_removed'>): ConversationEvent[] {
    return this.named.delete(planId) ? this.changed() : [];
  }

  private changed(): ConversationEvent[] {
    const todos = [...this.own, ...[...this.named.values()].flat()].slice(0, mostTodos);
    return [{ type: 'todos.changed', todos }];
  }
}

function stepsIn(markdown: string): { content: string; status: string }[] {
  const steps = boundedText(markdown).matchAll(
    /^[ \t]*(?:[-*+]|\d+[.)])[ \t]+(?:\[([ xX])\][ \t]+)?(\S.*)$/gm,
  );
  return [...steps].map(([, mark = '', content = '']) => ({
    content,
    status: mark.toLowerCase() === 'x' ? 'completed' : 'pending',
  }));
}
