import { describe, expect, it } from 'vitest';
import type { Question } from '../../../../src/contract/tools';
import {
  answersOf,
  answerText,
  noChoice,
  pickLabel,
  writeOther,
} from '../../../../webview/prompts/answers';

const one: Question = {
  question: 'Which?',
  options: [{ label: 'A' }, { label: 'B' }],
  multiSelect: false,
};
const many: Question = { ...one, question: 'Which ones?', multiSelect: true };

describe('A single choice', () => {
  it('is the label that was picked last', () => {
    const choice = pickLabel(one, pickLabel(one, noChoice, 'A'), 'B');
    expect(answerText(one, choice)).toBe('B');
  });

  it('gives way to own words, and they to a label again', () => {
    const written = writeOther(one, pickLabel(one, noChoice, 'A'), ' my own ');
    expect(answerText(one, written)).toBe('my own');
    const picked = pickLabel(one, written, 'B');
    expect(answerText(one, picked)).toBe('B');
    expect(picked.other).toBe(' my own ');
  });

  it('is open when the own words are deleted', () => {
    const emptied = writeOther(one, writeOther(one, noChoice, 'x'), '  ');
    expect(answerText(one, emptied)).toBeUndefined();
  });
});

describe('A multiple choice', () => {
  it('joins labels in the order of the options, then own words', () => {
    const both = pickLabel(many, pickLabel(many, noChoice, 'B'), 'A');
    expect(answerText(many, both)).toBe('A, B');
    expect(answerText(many, writeOther(many, both, 'C'))).toBe('A, B, C');
  });

  it('lets a label be taken back', () => {
    const none = pickLabel(many, pickLabel(many, noChoice, 'A'), 'A');
    expect(answerText(many, none)).toBeUndefined();
  });
});

describe('answersOf', () => {
  it('goes by the text of each question and tells which are open', () => {
    const choice = pickLabel(one, noChoice, 'A');
    expect(answersOf([one, many], [choice, noChoice])).toEqual({
      answers: { 'Which?': 'A' },
      missing: [many],
    });
  });

  it('takes any text for a question', () => {
    const odd = { ...one, question: '__proto__' };
    const { answers } = answersOf([odd], [pickLabel(odd, noChoice, 'A')]);
    expect(Object.entries(answers)).toEqual([['__proto__', 'A']]);
  });
});
