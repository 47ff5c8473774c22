import { describe, expect, it } from 'vitest';
import type { Question } from '../../../../src/contract/tools';
import { answersOf, noChoice, pickLabel, writeOther } from '../../../../webview/prompts/answers';

const one: Question = {
  question: 'Which database?',
  options: [{ label: 'SQLite' }, { label: 'PostgreSQL' }],
  multiSelect: false,
};
const many: Question = { ...one, question: 'Which platforms?', multiSelect: true };

describe('The answers to questions', () => {
  it('are missing until something is chosen', () => {
    expect(answersOf([one, many], [])).toEqual({ answers: {}, missing: [one, many] });
    const blank = writeOther(one, noChoice, '  ');
    expect(answersOf([one], [blank]).missing).toEqual([one]);
  });

  it('are one label or free text, never both', () => {
    const picked = pickLabel(one, noChoice, 'SQLite');
    expect(answersOf([one], [picked]).answers).toEqual({ 'Which database?': 'SQLite' });
    const own = writeOther(one, picked, ' DuckDB ');
    expect(answersOf([one], [own]).answers).toEqual({ 'Which database?': 'DuckDB' });
    const back = pickLabel(one, own, 'PostgreSQL');
    expect(answersOf([one], [back]).answers).toEqual({ 'Which database?': 'PostgreSQL' });
  });

  it('list multiple choices in the order of the options, with free text last', () => {
    let choice = pickLabel(many, noChoice, 'PostgreSQL');
    choice = pickLabel(many, choice, 'SQLite');
    choice = writeOther(many, choice, 'DuckDB');
    expect(answersOf([many], [choice]).answers).toEqual({
      'Which platforms?': 'SQLite, PostgreSQL, DuckDB',
    });
    choice = pickLabel(many, choice, 'SQLite');
    expect(answersOf([many], [choice]).answers).toEqual({
      'Which platforms?': 'PostgreSQL, DuckDB',
    });
  });

  it('support a question named "__proto__"', () => {
    const odd = { ...one, question: '__proto__' };
    const { answers } = answersOf([odd], [pickLabel(odd, noChoice, 'SQLite')]);
    expect(Object.entries(answers)).toEqual([['__proto__', 'SQLite']]);
    expect(Object.getPrototypeOf(answers)).toBe(Object.prototype);
  });
});
