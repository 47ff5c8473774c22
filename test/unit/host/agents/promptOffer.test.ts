import { expect, test } from 'vitest';
import { Emitter } from '../../../../src/base/emitter';
import type { Choices } from '../../../../src/contract/choices';
import type { AgentCommand } from '../../../../src/contract/commands';
import type { ConversationEvent } from '../../../../src/contract/events';
import { offeringPrompts } from '../../../../src/host/agents/promptOffer';
import type { AgentHost } from '../../../../src/protocol/agentSource';

const command = (name: string, source: AgentCommand['source']): AgentCommand => ({
  ...{ name, description: name, source },
});

function bed() {
  const events: ConversationEvent[] = [];
  const notes: string[] = [];
  const changed = new Emitter<void>();
  const prompts = {
    all: [command('explain', 'prompt'), command('review', 'prompt')],
    onChanged: changed.event,
    dispose: () => {
      notes.push('disposed');
    },
  };
  const host = {
    onEvents: (some: readonly ConversationEvent[]) => events.push(...some),
    onExit: () => notes.push('exit'),
  } as unknown as AgentHost;
  const offering = offeringPrompts(host, prompts);
  const names = () =>
    events.map(event => {
      const commands =
        event.type === 'choices.changed'
          ? event.choices.commands
          : event.type === 'commands.changed'
            ? event.commands
            : undefined;
      return commands?.map(({ name, source }) => `${name} ${source}`);
    });
  return { changed, prompts, offering, names, notes };
}

test('prompts follow the commands of the agent, whose own go first', () => {
  const { offering, names } = bed();
  const choices: Choices = { models: [], modes: [], commands: [] };
  offering.onEvents([
    { type: 'choices.changed', choices },
    { type: 'commands.changed', commands: [command('review', 'other')] },
    { type: 'commands.changed', tools: ['read'] },
  ]);
  expect(names()).toEqual([
    ['explain prompt', 'review prompt'],
    ['review other', 'explain prompt'],
    undefined,
  ]);
});

test('prompts that change are offered at once, until the agent ends', () => {
  const { offering, names, changed, prompts, notes } = bed();
  offering.onEvents([{ type: 'commands.changed', commands: [command('init', 'other')] }]);
  prompts.all = [command('other', 'prompt')];
  changed.fire();
  expect(names().at(-1)).toEqual(['init other', 'other prompt']);
  offering.onExit({} as never);
  expect(notes).toEqual(['disposed', 'exit']);
});
