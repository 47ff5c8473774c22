import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import type { CallPrompt } from '../../src/contract/prompts';
import type { ToolCall } from '../../src/contract/tools';
import { viewOf } from '../tools/all';
import { EscapedText } from '../tools/parts/EscapedText';
import { TargetLink } from '../tools/parts/TargetLink';
import { fillIn } from '../ui/fillIn';

/** Says what a prompt asks, as the title of its card. */
export function askTitle(prompt: CallPrompt): ComponentChildren {
  switch (prompt.kind) {
    case 'permission':
      return permissionTitle(prompt.call);
    case 'question': {
      const count = prompt.questions.length;
      return count === 1 ? l10n.t('Question') : l10n.t('{0} questions', count);
    }
    case 'plan':
      return l10n.t('Plan ready for review');
  }
}

function permissionTitle(call: ToolCall): ComponentChildren {
  const sentence = sentenceFor(call);
  const { target = '' } = call;
  if (sentence !== undefined && (target !== '' || !sentence.includes('{0}'))) {
    return fillIn(sentence, <Target call={call} target={target} />);
  }
  return fillIn(l10n.t('Allow {0}?'), <EscapedText text={call.title} />);
}

function Target({ call, target }: { readonly call: ToolCall; readonly target: string }) {
  const place = viewOf(call).clickTarget?.({ call });
  const text = <EscapedText text={target} />;
  return place === undefined ? text : <TargetLink target={place}>{text}</TargetLink>;
}

/** @returns the question about a call with `{0}` for its target; undefined for tools of others */
function sentenceFor({ family }: ToolCall): string | undefined {
  switch (family) {
    case 'bash':
      return l10n.t('Run this command?');
    case 'edit':
    case 'notebookEdit':
      return l10n.t('Edit {0}?');
    case 'write':
      return l10n.t('Write {0}?');
    case 'read':
      return l10n.t('Read {0}?');
    case 'list':
      return l10n.t('List {0}?');
    case 'glob':
    case 'grep':
      return l10n.t('Search for {0}?');
    case 'webFetch':
      return l10n.t('Fetch {0}?');
    case 'webSearch':
      return l10n.t('Search the web for {0}?');
    case 'agent':
      return l10n.t('Start the agent {0}?');
    case 'skill':
      return l10n.t('Use the skill {0}?');
    case 'slashCommand':
      return l10n.t('Run {0}?');
    case 'shellStop':
      return l10n.t('Stop a background command?');
    default:
      return undefined;
  }
}
