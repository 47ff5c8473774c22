import * as l10n from '@vscode/l10n';
import type { CallRule, ModelCallKind } from '../modelCalls';

/** Names a kind of call, as in a row of a table. */
export function callKindLabel(kind: ModelCallKind): string {
  switch (kind) {
    case 'main':
      return l10n.t('Conversation');
    case 'subagent':
      return l10n.t('Subagent');
    case 'title':
      return l10n.t('Title');
    case 'topic':
      return l10n.t('Topic detection');
    case 'compaction':
      return l10n.t('Compaction');
    case 'classifier':
      return l10n.t('Auto mode check');
    case 'sideQuestion':
      return l10n.t('Side question');
    case 'promptSuggestion':
      return l10n.t('Prompt suggestion');
    case 'webFetch':
      return l10n.t('Summary of a web page');
    case 'webSearch':
      return l10n.t('Web search');
    case 'hook':
      return l10n.t('Prompt hook');
    case 'commandCheck':
      return l10n.t('Command check');
    case 'memory':
      return l10n.t('Memory');
    case 'recap':
      return l10n.t('Progress summary');
    case 'warmup':
      return l10n.t('Warm-up');
    case 'quota':
      return l10n.t('Quota check');
    case 'countTokens':
      return l10n.t('Token count');
    case 'other':
      return l10n.t('Other call');
  }
}

/** Says by which feature of the request its kind was recognized. */
export function callRuleText(rule: CallRule): string {
  switch (rule) {
    case 'countPath':
      return l10n.t('The request asks for a token count');
    case 'quotaPrompt':
      return l10n.t('The prompt is “{0}”, and one token of output is allowed', 'quota');
    case 'oneToken':
      return l10n.t('One token of output is allowed');
    case 'warmupPrompt':
      return l10n.t('The prompt is “{0}”', 'Warmup');
    case 'summaryPrompt':
      return l10n.t('The last message asks for a summary of the conversation');
    case 'sideQuestionNote':
      return l10n.t('The last message is marked as a side question');
    case 'suggestionPrompt':
      return l10n.t('The last message asks what the user might type next');
    case 'memoryPrompt':
      return l10n.t('The last message asks for memories of the conversation');
    case 'recapPrompt':
      return l10n.t('The last message asks for a short summary of the progress');
    case 'recapSystem':
      return l10n.t('The system prompt asks for a short summary of tool calls');
    case 'hookSystem':
      return l10n.t('The system prompt asks to evaluate a hook');
    case 'titleSystem':
      return l10n.t('The system prompt asks for a title');
    case 'topicSystem':
      return l10n.t('The system prompt asks whether the topic is new');
    case 'commandSystem':
      return l10n.t('The system prompt asks about a shell command');
    case 'classifierSystem':
      return l10n.t('The system prompt asks whether an action is safe');
    case 'pageContent':
      return l10n.t('The prompt is the content of a web page');
    case 'searchTool':
      return l10n.t('The only tool is the web search of the API');
    case 'agentHeader':
      return l10n.t('A header has the ID of a subagent');
    case 'agentNote':
      return l10n.t('The system prompt is marked as that of a subagent');
    case 'delegatedPrompt':
      return l10n.t('The first prompt is one that an earlier answer gave to a subagent');
    case 'agentSystem':
      return l10n.t('The system prompt is that of a built-in subagent');
    case 'clientTools':
      return l10n.t('The request has tools, and no other rule applies');
    case 'noRule':
      return l10n.t('No rule applies');
  }
}
