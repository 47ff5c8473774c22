import { expect, test } from 'vitest';
import type { Draft } from '../../../../src/contract/draft';
import { ReturnedDrafts } from '../../../../src/core/conversation/returnedDrafts';

const of = (text: string): Draft => ({ text, images: [] });

test('what the page has not seen stays in front of what it saves, the newest first', () => {
  const returns = new ReturnedDrafts();
  expect(returns.latest).toBe(0);
  returns.add(of('first'), 1_000);
  const afterFirst = returns.latest;
  returns.add(of('second'), 1_000);
  expect(returns.joinedTo(of('typed'), 0).text).toBe('second\nfirst\ntyped');
  expect(returns.joinedTo(of('typed'), afterFirst).text).toBe('second\ntyped');
  expect(returns.joinedTo(of('typed'), returns.latest)).toEqual(of('typed'));
  expect(returns.joinedTo(of(''), returns.latest)).toEqual(of(''));
});

test('a page that showed the conversation before it was loaded anew has not seen what returns then', () => {
  const [former, next] = [new ReturnedDrafts(), new ReturnedDrafts()];
  former.add(of('a'), 1_000);
  former.add(of('b'), 1_000);
  next.add(of('c'), 2_000);
  expect(next.joinedTo(of('typed'), former.latest).text).toBe('c\ntyped');
});
