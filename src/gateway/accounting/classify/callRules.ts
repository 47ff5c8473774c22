import type { IncomingHttpHeaders } from 'node:http';
import { withoutReminders } from '../../../base/reminders';
import type { CallRule, ModelCallKind } from '../../../contract/modelCalls';
import type { CallRequest } from '../request/callRequest';
import type { Delegations } from './delegations';

/** Features of a request by which its kind is recognized. */
interface CallFeatures {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly request: CallRequest;
  /** Beginnings of the system's blocks. */
  readonly system: readonly string[];
  /** First prompt of the conversation, without the CLI's reminders. */
  readonly prompt: string;
  /** Texts of the last message of the user, without their leading space. */
  readonly last: readonly string[];
  readonly delegations: Delegations;
}

export interface CallClass {
  readonly kind: ModelCallKind;
  readonly rule: CallRule;
  readonly agent?: { readonly id?: string; readonly name?: string };
}

interface Rule {
  readonly rule: CallRule;
  readonly kind: ModelCallKind;
  applies(features: CallFeatures): boolean;
}

/** The first rule that applies decides. Fixtures in the tests show which versions send what. */
const rules: readonly Rule[] = [
  { rule: 'countPath', kind: 'countTokens', applies: ({ path }) => isCountPath(path) },
  {
    rule: 'quotaPrompt',
    kind: 'quota',
    applies: ({ request, last }) => request.maxTokens === 1 && last.join() === 'quota',
  },
  // Versions up to 2.1.7 count the tokens of tools by calls with one token of output.
  {
    rule: 'oneToken',
    kind: 'countTokens',
    applies: ({ request }) => request.maxTokens === 1,
  },
  { rule: 'warmupPrompt', kind: 'warmup', applies: ({ prompt }) => prompt === 'Warmup' },
  lastBegins('summaryPrompt', 'compaction', [
    'CRITICAL: Respond with TEXT ONLY',
    'Your task is to create a detailed summary of the',
  ]),
  lastBegins('sideQuestionNote', 'sideQuestion', [
    '<system-reminder>This is a side question from the user.',
  ]),
  lastBegins('suggestionPrompt', 'promptSuggestion', ['[SUGGESTION MODE:']),
  lastBegins('memoryPrompt', 'memory', [
    'You are now acting as the memory extraction subagent',
    'You are performing a dream',
  ]),
  lastBegins('recapPrompt', 'recap', [
    'The user stepped away and is coming back. Recap',
    "Describe the agent's most recent action",
    'Describe your most recent action',
  ]),
  systemHas('hookSystem', 'hook', [
    'You are evaluating a hook in Claude Code',
    'You are evaluating a stop-condition hook in Claude Code',
  ]),
  systemHas('titleSystem', 'title', [
    'You are naming a coding session',
    'Generate a concise, sentence-case title',
    'Generate a short kebab-case name',
  ]),
  systemHas('topicSystem', 'topic', ['Analyze if this message indicates a new conversation topic']),
  systemHas('commandSystem', 'commandCheck', [
    'Extract any file paths that this command reads or modifies',
    'Your task is to process Bash commands',
  ]),
  systemHas('classifierSystem', 'classifier', ['You are a security monitor for autonomous AI']),
  systemHas('recapSystem', 'recap', ['Write a short summary label describing what these tool']),
  {
    rule: 'pageContent',
    kind: 'webFetch',
    applies: ({ request, prompt }) =>
      request.tools.length === 0 && prompt.startsWith('Web page content:'),
  },
  {
    rule: 'searchTool',
    kind: 'webSearch',
    applies: ({ request: { tools } }) => tools.length === 1 && tools[0]?.name === 'web_search',
  },
  {
    rule: 'agentHeader',
    kind: 'subagent',
    applies: ({ headers }) => headers['x-claude-code-agent-id'] !== undefined,
  },
  {
    rule: 'agentNote',
    kind: 'subagent',
    applies: ({ system }) =>
      system.some(text => isBillingNote(text) && text.includes('cc_is_subagent=true')),
  },
  {
    rule: 'delegatedPrompt',
    kind: 'subagent',
    applies: ({ request, prompt, delegations }) =>
      hasClientTools(request) && delegations.has(prompt),
  },
  {
    rule: 'agentSystem',
    kind: 'subagent',
    applies: ({ system, request }) =>
      hasClientTools(request) && agentOfSystem(system) !== undefined,
  },
  { rule: 'clientTools', kind: 'main', applies: ({ request }) => hasClientTools(request) },
  { rule: 'noRule', kind: 'other', applies: () => true },
];

/** Beginnings of the system texts of agents that are part of the CLI. */
const agentSystems: readonly (readonly [string, string])[] = [
  ['You are an agent for Claude Code', 'general-purpose'],
  ['You are a file search specialist for Claude Code', 'Explore'],
  ['You are a software architect and planning specialist for Claude Code', 'Plan'],
];

export function classifyCall(
  path: string,
  headers: IncomingHttpHeaders,
  request: CallRequest,
  delegations: Delegations,
): CallClass {
  const features: CallFeatures = {
    path,
    headers,
    request,
    system: request.system.map(({ head }) => (head ?? '').trimStart()),
    prompt: promptIn(request.firstTexts),
    last: request.lastTexts.map(text => text.trimStart()),
    delegations,
  };
  const { rule, kind } = rules.find(one => one.applies(features)) ?? {
    rule: 'noRule',
    kind: 'other',
  };
  if (kind !== 'subagent') {
    return { rule, kind };
  }
  const id = text(headers['x-claude-code-agent-id']);
  const name = delegations.nameOf(features.prompt, id) ?? agentOfSystem(features.system);
  return {
    rule,
    kind,
    agent: { ...(id === undefined ? {} : { id }), ...(name === undefined ? {} : { name }) },
  };
}

/** Text that the CLI puts before the system for its maker; it does not count for the cache. */
export function isBillingNote(head: string): boolean {
  return head.startsWith('x-anthropic-billing-header:');
}

function isCountPath(path: string): boolean {
  return /\/messages\/count_tokens(?:\?|$)/.test(path);
}

/** Returns the user's text of a message, without what the CLI adds. */
export function promptIn(texts: readonly string[]): string {
  return texts
    .map(one => withoutReminders(one).trim())
    .filter(Boolean)
    .join('\n');
}

function lastBegins(rule: CallRule, kind: ModelCallKind, beginnings: readonly string[]): Rule {
  const applies = ({ last }: CallFeatures) =>
    last.some(one => beginnings.some(beginning => one.startsWith(beginning)));
  return { rule, kind, applies };
}

function systemHas(rule: CallRule, kind: ModelCallKind, beginnings: readonly string[]): Rule {
  const applies = ({ system }: CallFeatures) =>
    system.some(one => beginnings.some(beginning => one.startsWith(beginning)));
  return { rule, kind, applies };
}

function agentOfSystem(system: readonly string[]): string | undefined {
  return agentSystems.find(([beginning]) => system.some(one => one.startsWith(beginning)))?.[1];
}

function hasClientTools({ tools }: CallRequest): boolean {
  return tools.some(tool => tool.isClientTool);
}

function text(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
