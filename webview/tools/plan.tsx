import * as l10n from '@vscode/l10n';
import { shownContents } from '../../src/transcript/shownContents';
import { Contents } from './parts/Contents';
import { fileTarget } from './parts/clickTargets';
import { MarkdownText } from './parts/MarkdownText';
import type { ToolView } from './parts/toolView';

export const plan: ToolView<'plan'> = {
  icon: 'list-ordered',
  clickTarget: ({ call }) =>
    call.input?.path === undefined ? undefined : fileTarget(call.input.path),
  heading: ({ call }) => (call.status === 'done' ? l10n.t('Plan approved') : undefined),
  Request: ({ call }) =>
    call.input?.plan === undefined || hasOwnPlan(call.content) ? null : (
      <MarkdownText text={call.input.plan} id={`${call.id}:plan`} />
    ),
  Result: ({ call, item }) => <Contents contents={shownContents(call)} id={item?.key ?? call.id} />,
};

/** Detects a plan in the result, which may include the user's edits. */
function hasOwnPlan(contents: readonly { readonly type: string }[]): boolean {
  return contents.some(content => content.type === 'markdown');
}
