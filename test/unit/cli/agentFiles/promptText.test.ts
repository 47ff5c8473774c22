import { describe, expect, it } from 'vitest';
import {
  badInputs,
  promptInputs,
  promptText,
  typedInputs,
} from '../../../../src/cli/agentFiles/promptText';

const inputs = [{ name: 'topic' }, { name: 'who', hint: 'for whom?' }];

it('finds each input once, with its hint', () => {
  const body = '${input:topic} ${input:who:for whom?} ${input:topic:what?} ${input}';
  expect(promptInputs(body)).toEqual([{ name: 'topic', hint: 'what?' }, inputs[1]]);
});

describe('what is typed after the name', () => {
  it.each([
    ['topic=tests rest', { topic: 'tests' }, 'rest'],
    ['for topic="two words" who=me', { topic: 'two words', who: 'me' }, 'for'],
    ['size=3 topic=', {}, 'size=3 topic='],
    ['', {}, ''],
  ])('%j gives values to inputs', (args, values, rest) => {
    expect(typedInputs(args, inputs)).toEqual({ inputs: values, rest });
  });

  it('is the value of an only input', () => {
    expect(typedInputs(' two words ', [{ name: 'a' }])).toEqual({
      inputs: { a: 'two words' },
      rest: '',
    });
  });
});

describe('the message', () => {
  const values = { args: 'one two', inputs: { topic: '$ARGUMENTS' }, variables: { file: '/a.ts' } };
  it.each([
    ['Look at $ARGUMENTS.', 'Look at one two.'],
    ['$2, $1, $3, $ARGUMENTS[1]', 'two, one, , two'],
    // A placeholder in a value stays as it is.
    ['${input:topic}', '$ARGUMENTS\n\none two'],
    [
      'In ${file}, not ${selection} or ${input:other}: $1',
      'In /a.ts, not ${selection} or ${input:other}: one',
    ],
    ['${input:constructor}: $1', '${input:constructor}: one'],
    ['No place.', 'No place.\n\none two'],
    ['Costs $10 and $ARGUMENTSX $1', 'Costs $10 and $ARGUMENTSX one'],
  ])('comes from %j', (body, text) => {
    expect(promptText(body, values)).toBe(text);
  });

  it('is the body alone if nothing was typed', () => {
    expect(promptText('No place.', { args: '', inputs: {}, variables: {} })).toBe('No place.');
  });
});

it('finds inputs without a name', () => {
  expect(
    badInputs('a ${input} ${input:ok} ${input:} ${input:a b}').map(({ text }) => text),
  ).toEqual([...['${input}', '${input:}', '${input:a b}']]);
});

it('the name of a file that follows the inputs changes none of them', () => {
  const args = 'whom="me" @"notes whom=evil tone=bad.txt"';
  const inputs = [{ name: 'whom' }, { name: 'tone' }];
  expect(typedInputs(`tone=kind ${args}`, inputs)).toEqual({
    inputs: { whom: 'me', tone: 'kind' },
    rest: '@"notes whom=evil tone=bad.txt"',
  });
});
