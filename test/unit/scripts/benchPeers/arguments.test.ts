import { expect, it } from 'vitest';
import { parsePeers } from '../../../../scripts/benchPeers/arguments';

it('runs without peers, three rounds of fifteen prompts, by default', () => {
  expect(parsePeers([])).toEqual({
    ...{ peers: undefined, rounds: 3, prompts: 15 },
    ...{ isLong: false, only: [], writes: false },
  });
});

it('takes values after a space or an equals sign', () => {
  const args = ['--peers', 'a=b', '--rounds=5', '--prompts', '20', '--only=tandem,bare', '--long'];
  expect(parsePeers(args)).toEqual({
    ...{ peers: 'a=b', rounds: 5, prompts: 20 },
    ...{ isLong: true, only: ['tandem', 'bare'], writes: false },
  });
});

it.each([
  [['--peers'], '--peers needs a value'],
  [['--peers', '--long'], '--peers needs a value'],
  [['--peers='], '--peers needs a value'],
  [['--quick'], '--quick is not known'],
  [['folder'], 'folder is not known'],
  [['--long=yes'], '--long takes no value'],
  [['--rounds=0'], '--rounds needs a number above 0, not "0"'],
  [['--rounds=1.5'], 'not "1.5"'],
  [['--prompts=many'], 'not "many"'],
  [['--only=cline'], 'There is no product "cline"'],
])('rejects %j', (args, message) => {
  expect(() => parsePeers(args)).toThrow(message);
});

it('writes the document only of a whole run', () => {
  const whole = ['--write', '--long', '--peers=peers'];
  expect(parsePeers(whole).writes).toBe(true);
  const halves = [
    ['--write', '--long'],
    ['--write', '--peers=peers'],
    [...whole, '--only=bare'],
    [...whole, '--rounds=2'],
    [...whole, '--prompts=14'],
  ];
  for (const half of halves) expect(() => parsePeers(half)).toThrow('--write needs --peers');
});
