import type { PermissionMode } from './content';
import type { PromptId, ToolCallId } from './ids';
import type { Question, ToolCall } from './tools';

export type Destination = 'session' | 'localSettings' | 'projectSettings' | 'userSettings';

/** What an agent offers beside a plain yes and no, in its order. `index` names it in the answer. */
export type Suggestion =
  | {
      type: 'addRules';
      index: number;
      /** The rules as the settings file spells them: `Bash(npm test:*)`, `WebFetch`. */
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

interface PromptBase {
  readonly id: PromptId;
  readonly toolId: ToolCallId;
  /** The call that waits, for its name, target and input. */
  readonly call: ToolCall;
  /** Which subagent asks, when it is not the main thread. */
  readonly agent?: string;
  /** What ended the process that asked: an answer resumes the session. */
  readonly interrupted?: 'reload' | 'exit';
}

/** What is chosen for one question so far. */
export interface QuestionChoice {
  readonly labels: readonly string[];
  readonly other: string;
  /** The words of "Other" count; for a single choice they take the place of the label. */
  readonly usesOther: boolean;
}

/** What was entered into the card of a prompt and is not sent yet. */
export interface PromptDraft {
  readonly words?: string;
  readonly destination?: Destination;
  /** In the order of the questions. */
  readonly choices?: readonly QuestionChoice[];
}

export interface PermissionPrompt extends PromptBase {
  readonly kind: 'permission';
  /** Why the agent asks, in its words. */
  readonly reason?: string;
  /** A path outside of what the agent may touch. */
  readonly blockedPath?: string;
  readonly suggestions: readonly Suggestion[];
  /** An edit whose result can be seen, changed and accepted in a diff editor. */
  readonly hasDiff: boolean;
}

export interface QuestionPrompt extends PromptBase {
  readonly kind: 'question';
  readonly questions: readonly Question[];
}

export interface PlanPrompt extends PromptBase {
  readonly kind: 'plan';
  /** Markdown; absent when the agent sent none. */
  readonly plan?: string;
  readonly path?: string;
}

export type Prompt = PermissionPrompt | QuestionPrompt | PlanPrompt;

export type PromptAnswer =
  | { kind: 'allowOnce' }
  /** Saves the `addRules` suggestions, all to this destination. */
  | { kind: 'allowAlways'; destination: Destination }
  /** Allows and applies this one `setMode` or `addDirectories` suggestion. */
  | { kind: 'allowWith'; suggestion: number }
  | { kind: 'deny'; message?: string }
  /** By question text; several labels of a multiple choice are joined with ", ". */
  | { kind: 'answers'; answers: Readonly<Record<string, string>> }
  | { kind: 'approvePlan'; acceptEdits: boolean }
  | { kind: 'keepPlanning'; feedback?: string };

/** How a prompt ended. `withdrawn`: by the agent or the end of the turn. */
export type PromptOutcome = 'allowed' | 'denied' | 'answered' | 'withdrawn';
