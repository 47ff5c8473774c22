import { Contents } from './parts/Contents';
import { filePlace } from './parts/links';
import { MarkdownText } from './parts/MarkdownText';
import type { ToolView } from './parts/toolView';

export const plan: ToolView<'plan'> = {
  icon: 'list-ordered',
  place: ({ call }) => (call.input?.path === undefined ? undefined : filePlace(call.input.path)),
  startsOpen: ({ call }) => call.status === 'done',
  Request: ({ call }) =>
    call.input?.plan === undefined || hasOwnPlan(call.content) ? null : (
      <MarkdownText text={call.input.plan} id={`${call.id}:plan`} />
    ),
  Result: ({ call, item }) => (
    <Contents
      contents={call.content.filter(content => content.type !== 'text')}
      id={item?.key ?? call.id}
    />
  ),
};

/** Detects a plan in the result, which may include the user's edits. */
function hasOwnPlan(contents: readonly { readonly type: string }[]): boolean {
  return contents.some(content => content.type === 'markdown');
}
