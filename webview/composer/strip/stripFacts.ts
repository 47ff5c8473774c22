import * as l10n from '@vscode/l10n';
import { plural } from '../../../src/base/plural';
import type { Todo } from '../../../src/contract/content';
import type { ReviewSummary } from '../../../src/contract/fileUpdates';
import { filesText } from '../../../src/contract/labels/filesText';
import type { RunningTask } from '../../../src/contract/tasks';
import { tasksBeside } from '../../../src/transcript/taskCounts';
import { usePageState } from '../../store/pageContext';
import { shortCount } from '../../ui/LineCounts';

/** Changes, to-dos and tasks beside the conversation. */
export interface StripFacts {
  /** Changes that are neither kept nor undone; absent if there are none. */
  readonly review: ReviewSummary | undefined;
  /** To-dos, while one of them is open. */
  readonly todos: readonly Todo[];
  readonly tasks: readonly RunningTask[];
}

/** Returns what the strip is about; undefined if there is nothing. */
export function useStripFacts(): StripFacts | undefined {
  const review = usePageState(state => state.conversation.summary.review);
  const todos = usePageState(state => state.conversation.summary.todos);
  const tasks = tasksBeside(usePageState(state => state.conversation.summary.tasks));
  const facts: StripFacts = {
    review: review && review.files > 0 ? review : undefined,
    todos: todos.some(({ status }) => status !== 'completed') ? todos : [],
    tasks,
  };
  return facts.review || facts.todos.length > 0 || tasks.length > 0 ? facts : undefined;
}

/** Counts as in "1/3". */
export function todosDone(todos: readonly Todo[]): string {
  return `${todos.filter(({ status }) => status === 'completed').length}/${todos.length}`;
}

/** Characters of one fact that have room in the narrowest side bar, and how many a further one takes. */
const mostInNarrow = 13;
const perFact = 1;
/** Characters that have room in addition in a side bar of 300 px. */
const moreInUsual = 6;

/** Returns whether the numbers need more room than a narrow side bar has, or than a usual one. */
export function roomOf({ review, todos, tasks }: StripFacts): 'much' | 'some' | undefined {
  const numbers = review ? [review.files, review.added, review.removed].map(shortCount) : [];
  const others = [todos.length > 0 ? todosDone(todos) : '', tasks.length || ''].filter(Boolean);
  const over = [...numbers, ...others].join('+').length - mostInNarrow + others.length * perFact;
  return over > moreInUsual ? 'much' : over > 0 ? 'some' : undefined;
}

export function tasksText(count: number): string {
  return plural(count, { one: l10n.t('1 task'), other: l10n.t('{0} tasks', count) });
}

/** Says all of it in one line. */
export function stripLabel({ review, todos, tasks }: StripFacts): string {
  return [
    review && l10n.t('{0} to review', filesText(review.files)),
    todos.length > 0 ? l10n.t('To-dos {0}', todosDone(todos)) : '',
    tasks.length > 0 ? l10n.t('{0} running', tasksText(tasks.length)) : '',
  ]
    .filter(Boolean)
    .join(', ');
}
