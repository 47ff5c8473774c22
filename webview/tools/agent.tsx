import * as l10n from '@vscode/l10n';
import type { Item } from '../../src/contract/conversation';
import { childItems } from '../../src/transcript/selectors';
import { Contents } from './parts/Contents';
import { tokenCount, toolCount } from './parts/counts';
import { Fold } from './parts/Fold';
import { MarkdownText } from './parts/MarkdownText';
import type { ToolProps, ToolView } from './parts/toolView';

export const agent: ToolView<'agent'> = {
  icon: 'hubot',
  startsOpen: ({ call, item }) => call.status === 'running' || item?.progress?.status === 'running',
  Summary: ({ item }) => {
    const { status, toolUses, tokens } = item?.progress ?? {};
    const isSettled = item !== undefined && item.call.status !== 'running';
    return [
      ...(status === 'running' && isSettled ? [l10n.t('in the background')] : []),
      ...(status === 'failed' ? [l10n.t('failed')] : []),
      ...(status === 'stopped' ? [l10n.t('stopped')] : []),
      ...(toolUses === undefined ? [] : [toolCount(toolUses)]),
      ...(tokens === undefined ? [] : [tokenCount(tokens)]),
    ].join(' · ');
  },
  Request: ({ call }) => {
    if (call.input === undefined) {
      return null;
    }
    const { agentType, background, prompt } = call.input;
    const terms = [
      ...(agentType === undefined ? [] : [agentType]),
      ...(background ? [l10n.t('in the background')] : []),
    ];
    return (
      <>
        {terms.length === 0 ? null : <p class="tool-note">{terms.join(', ')}</p>}
        <Fold title={l10n.t('Prompt')} id={`prompt-of:${call.id}`}>
          {() => <MarkdownText text={prompt} id={`prompt-text:${call.id}`} />}
        </Fold>
      </>
    );
  },
  Result: props => (
    <>
      <Activity {...props} />
      <Contents contents={props.call.content} id={props.item?.key ?? props.call.id} />
    </>
  ),
};

/** Output and tool calls of the subagent, in order. */
function Activity({ call, item, turn, renderCall }: ToolProps<'agent'>) {
  const inner = turn === undefined ? [] : childItems(turn, call.id);
  const lastTool = call.status === 'running' ? item?.progress?.lastTool : undefined;
  return (
    <>
      {inner.length === 0 ? null : (
        <div class="tool-inner">
          {inner.map(child =>
            child.kind === 'tool' ? (
              renderCall?.(child)
            ) : (
              <div key={child.key} data-reveal={child.key}>
                <Reply item={child} />
              </div>
            ),
          )}
        </div>
      )}
      {lastTool === undefined || inner.length > 0 ? null : (
        <p class="tool-note">{l10n.t('Using {0}', lastTool)}</p>
      )}
    </>
  );
}

function Reply({ item }: { readonly item: Item }) {
  switch (item.kind) {
    case 'text':
      return <MarkdownText text={item.text} id={item.key} streaming={item.isStreaming} />;
    case 'thinking':
      return item.text === '' ? (
        <p class="tool-note">{item.isStreaming ? l10n.t('Thinking…') : l10n.t('Thinking')}</p>
      ) : (
        <Fold title={l10n.t('Thinking')} id={item.key}>
          {() => <MarkdownText text={item.text} id={`${item.key}:text`} />}
        </Fold>
      );
    default:
      return null;
  }
}
