import type { FileChange, PermissionMode } from './content';
import type { ElicitationAnswer, ElicitationPrompt, FormEntries } from './elicitation';
import type { PromptId, ToolCallId } from './ids';
import type { Question, ToolCall } from './tools';

export type Destination = 'session' | 'localSettings' | 'projectSettings' | 'userSettings';

/** Option of an agent in addition to yes and no, in its order. `index` names it in the answer. */
export type Suggestion =
  | {
      type: 'addRules';
      index: number;
      /** Rules as spelled in the settings file: `Bash(npm test:*)`, `WebFetch`. */
      rules: readonly string[];
      destination: Destination;
    }
  | {
      type: 'setMode';
      index: number;
      mode: PermissionMode;
      destination: Destination;
    }
  | {
      type: 'addDirectories';
      index: number;
      directories: readonly string[];
      destination: Destination;
    };

/** Answer that a foreign agent offers, in its own words. `index` names it in the answer. */
export interface OfferedAnswer {
  readonly index: number;
  readonly label: string;
  readonly effect: 'allowOnce' | 'allowAlways' | 'rejectOnce' | 'rejectAlways';
}

interface CallPromptBase {
  readonly id: PromptId;
  readonly toolId: ToolCallId;
  /** Waiting call, for its name, target and input. */
  readonly call: ToolCall;
  /** Subagent that asks, if it is not the main thread. */
  readonly agent?: string;
  /** Reason why the asking process ended: an answer resumes the session. */
  readonly interrupted?: 'reload' | 'exit';
}

/** Current choice for one question. */
export interface QuestionChoice {
  readonly labels: readonly string[];
  readonly other: string;
  /** True if the text of "Other" counts; for a single choice, it replaces the label. */
  readonly usesOther: boolean;
}

/** Unsent input in the card of a prompt. */
export interface PromptDraft {
  readonly words?: string;
  readonly destination?: Destination;
  /** Choices in the order of the questions. */
  readonly choices?: readonly QuestionChoice[];
  /** Input for a server. */
  readonly entries?: FormEntries;
}

export interface PermissionPrompt extends CallPromptBase {
  readonly kind: 'permission';
  /** Agent's reason for asking, in its own words. */
  readonly reason?: string;
  /** Path outside of what the agent may access. */
  readonly blockedPath?: string;
  readonly suggestions: readonly Suggestion[];
  /** Replaces all other answers, in this order; absent for Claude Code. */
  readonly offered?: readonly OfferedAnswer[];
  /** True for an edit whose result can be seen, changed and accepted in a diff editor. */
  readonly hasDiff: boolean;
  /** Lines that the edit would change in the file as it was when the request came. */
  readonly change?: FileChange;
}

export interface QuestionPrompt extends CallPromptBase {
  readonly kind: 'question';
  readonly questions: readonly Question[];
}

export interface PlanPrompt extends CallPromptBase {
  readonly kind: 'plan';
  /** Markdown; absent if the agent sent none. */
  readonly plan?: string;
  readonly path?: string;
}

/** Prompt about a call of the agent. */
export type CallPrompt = PermissionPrompt | QuestionPrompt | PlanPrompt;

export type Prompt = CallPrompt | ElicitationPrompt;

/** Answer to a prompt about a call. */
export type CallAnswer =
  | { kind: 'allowOnce' }
  /** Saves the `addRules` suggestions, all to this destination. */
  | { kind: 'allowAlways'; destination: Destination }
  /** Allows, and applies this one `setMode` or `addDirectories` suggestion. */
  | { kind: 'allowWith'; suggestion: number }
  | { kind: 'deny'; message?: string }
  /** Takes one of the `offered` answers. */
  | { kind: 'offered'; index: number }
  /** Answers by question text; several labels of a multiple choice are joined with ", ". */
  | { kind: 'answers'; answers: Readonly<Record<string, string>> }
  /** `mode` is the one to continue in; absent: the one that `tandem.plan.modeAfter` names. */
  | { kind: 'approvePlan'; mode?: PermissionMode }
  | { kind: 'keepPlanning'; feedback?: string };

export type PromptAnswer = CallAnswer | ElicitationAnswer;

/**
 * Outcome of a prompt. `withdrawn`: by the agent or the end of the turn. `cancelled`: closed without
 * a yes or no. `opened`, `finished`: the page of a server was opened; the server is done with it.
 */
export type PromptOutcome =
  | 'allowed'
  | 'denied'
  | 'answered'
  | 'withdrawn'
  | 'cancelled'
  | 'opened'
  | 'finished';
