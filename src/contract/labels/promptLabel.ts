import * as l10n from '@vscode/l10n';
import type { Prompt } from '../prompts';

/** Names a prompt that is not about a tool call. */
export function promptLabel(kind: Exclude<Prompt['kind'], 'permission'>): string {
  switch (kind) {
    case 'question':
      return l10n.t('Question');
    case 'plan':
      return l10n.t('Plan');
  }
}
