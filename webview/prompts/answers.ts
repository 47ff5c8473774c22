import type { QuestionChoice } from '../../src/contract/prompts';
import type { Question } from '../../src/contract/tools';

export const noChoice: QuestionChoice = { labels: [], other: '', usesOther: false };

export function pickLabel(
  question: Question,
  choice: QuestionChoice,
  label: string,
): QuestionChoice {
  if (!question.multiSelect) {
    return { ...choice, labels: [label], usesOther: false };
  }
  const labels = choice.labels.includes(label)
    ? choice.labels.filter(picked => picked !== label)
    : [...choice.labels, label];
  return { ...choice, labels };
}

export function writeOther(
  question: Question,
  choice: QuestionChoice,
  other: string,
): QuestionChoice {
  const usesOther = other.trim() !== '';
  return {
    labels: usesOther && !question.multiSelect ? [] : choice.labels,
    other,
    usesOther,
  };
}

/** Formats the answer for the agent; undefined if nothing is chosen. */
function answerText(question: Question, choice: QuestionChoice): string | undefined {
  const own = choice.usesOther ? [choice.other.trim()].filter(text => text !== '') : [];
  if (!question.multiSelect) {
    return own[0] ?? choice.labels[0];
  }
  // Option order, not click order.
  const labels = question.options
    .map(option => option.label)
    .filter(label => choice.labels.includes(label));
  const all = [...labels, ...own];
  return all.length === 0 ? undefined : all.join(', ');
}

export function answersOf(
  questions: readonly Question[],
  choices: readonly QuestionChoice[],
): { readonly answers: Readonly<Record<string, string>>; readonly missing: readonly Question[] } {
  const answers: [string, string][] = [];
  const missing: Question[] = [];
  questions.forEach((question, index) => {
    const answer = answerText(question, choices[index] ?? noChoice);
    if (answer === undefined) {
      missing.push(question);
    } else {
      answers.push([question.question, answer]);
    }
  });
  // `fromEntries` defines own members, so a question named "__proto__" is only a name.
  return { answers: Object.fromEntries(answers), missing };
}
