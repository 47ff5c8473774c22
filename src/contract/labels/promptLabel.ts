import * as l10n from '@vscode/l10n';
import type { PermissionPrompt, Prompt } from '../prompts';

/** Names a prompt that is not about a permission. `server` is the server's text. */
export function promptTitle(prompt: Exclude<Prompt, PermissionPrompt>): string {
  return prompt.kind === 'elicitation' ? requestLabel(prompt.server) : promptLabel(prompt.kind);
}

export function promptLabel(kind: 'question' | 'plan'): string {
  switch (kind) {
    case 'question':
      return l10n.t('Question');
    case 'plan':
      return l10n.t('Plan');
  }
}

/** Names the request of an MCP server for input. */
export function requestLabel(server: string): string {
  return l10n.t('Request from {0}', server);
}
