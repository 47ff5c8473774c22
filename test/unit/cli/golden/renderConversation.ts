import type { Conversation, Item, Turn } from '../../../../src/contract/conversation';

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Renders conversations as indented text, with names in place of ids and times. */
export function renderConversations(conversations: readonly Conversation[]): string {
  const text = conversations
    .map((conversation, index) => `conversation ${index + 1}\n${renderOne(conversation)}`)
    .join('\n');
  const names = new Map<string, string>();
  return `${text.replace(uuid, id => {
    const name = names.get(id) ?? `id-${names.size + 1}`;
    names.set(id, name);
    return name;
  })}\n`;
}

function renderOne({ turns, open, summary }: Conversation): string {
  const { settings, usage, todos } = summary;
  const head = [
    `session ${summary.sessionId ?? '-'}${summary.title ? ` "${summary.title}"` : ''}`,
    `version ${summary.agentVersion ?? '-'} in ${summary.cwd ?? '-'}`,
    `mode ${settings.mode}, model ${settings.model}`,
    `usage ${usage.contextTokens ?? '-'} of ${usage.contextWindow ?? '-'}, $${usage.costUsd?.toFixed(6) ?? '-'}`,
    ...todos.map(todo => `todo ${JSON.stringify(todo)}`),
  ];
  return [...head, ...turns.map(renderTurn), ...(open ? [`open ${renderTurn(open)}`] : [])]
    .map(part => indent(part))
    .join('\n');
}

function renderTurn(turn: Turn): string {
  const outcome = turn.outcome ? JSON.stringify(turn.outcome) : 'not ended';
  const cost = turn.costUsd === undefined ? '' : ` $${turn.costUsd.toFixed(6)}`;
  return [
    `turn by ${turn.origin}: ${outcome}${cost}`,
    ...turn.items.map(item => indent(renderItem(item))),
  ].join('\n');
}

function renderItem(item: Item): string {
  switch (item.kind) {
    case 'prompt': {
      const images = item.images.map(image => ` [${image.mediaType}, ${image.bytes} bytes]`);
      return `prompt ${JSON.stringify(item.text)}${images.join('')}`;
    }
    case 'text':
    case 'thinking': {
      const facts = [
        ...(item.isStreaming ? ['streaming'] : []),
        ...(item.parentToolId ? [`of ${item.parentToolId}`] : []),
        ...(item.kind === 'thinking' && item.isRedacted ? ['redacted'] : []),
        ...(item.kind === 'thinking' && item.durationMs !== undefined ? ['timed'] : []),
      ];
      return `${[item.kind, ...facts].join(' ')} ${JSON.stringify(item.text)}`;
    }
    case 'tool': {
      const { id, tool, family, title, target, status, parentToolId } = item.call;
      const { input, otherInput, content, locations } = item.call;
      const parent = parentToolId ? ` of ${parentToolId}` : '';
      return [
        `tool ${status} ${JSON.stringify(title)} ${JSON.stringify(target ?? null)} (${family} ${tool} ${id}${parent})`,
        ...(input ? [`input ${JSON.stringify(input)}`] : []),
        ...(otherInput ? [`other input ${JSON.stringify(otherInput)}`] : []),
        ...(item.draft ? [`draft ${JSON.stringify(item.draft)}`] : []),
        ...content.map(part => `content ${JSON.stringify(part)}`),
        ...locations.map(place => `at ${JSON.stringify(place)}`),
        ...(item.progress
          ? [`progress ${JSON.stringify({ ...item.progress, durationMs: undefined })}`]
          : []),
      ]
        .map((line, index) => (index === 0 ? line : indent(line)))
        .join('\n');
    }
    case 'ask':
      return [
        ...['ask', item.prompt.kind],
        item.prompt.kind === 'elicitation' ? item.prompt.server : item.prompt.toolId,
        item.outcome ?? 'open',
      ].join(' ');
    case 'notice':
      return `notice ${JSON.stringify(item.notice)}`;
    case 'unknown':
      return `unknown ${item.what}`;
  }
}

function indent(text: string): string {
  return text
    .split('\n')
    .map(line => `  ${line}`)
    .join('\n');
}
