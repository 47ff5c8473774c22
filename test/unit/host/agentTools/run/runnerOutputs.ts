/** Output of test runners for one failing and one throwing test, without colors. */
export const runnerOutputs = {
  vitest: `
 RUN  v4.1.12 /work/v

 ❯ sums.test.ts (3 tests | 2 failed) 72ms
     × adds 58ms
     ✓ is fine 0ms
     × knows prices 1ms

⎯⎯⎯⎯⎯⎯⎯ Failed Tests 2 ⎯⎯⎯⎯⎯⎯⎯

 FAIL  sums.test.ts > sums > adds
AssertionError: expected -1 to be 3 // Object.is equality

- Expected
+ Received

- 3
+ -1

 ❯ sums.test.ts:3:38
      1| import { describe, expect, test } from 'vitest';
      2| describe('sums', () => {
      3|   test('adds', () => { expect(1 - 2).toBe(3); });
       |                                      ^
      4|   test('is fine', () => {});
      5|   test('knows prices', () => { throw new Error('no such price'); });

⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯[1/2]⎯

 FAIL  sums.test.ts > sums > knows prices
Error: no such price
 ❯ sums.test.ts:5:38
      3|   test('adds', () => { expect(1 - 2).toBe(3); });
      4|   test('is fine', () => {});
      5|   test('knows prices', () => { throw new Error('no such price'); });
       |                                      ^
      6| });
      7|

⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯[2/2]⎯


 Test Files  1 failed (1)
      Tests  2 failed | 1 passed (3)
   Start at  20:52:34
   Duration  2.18s (transform 399ms, setup 0ms, import 449ms, tests 72ms, environment 4ms)
`,
  jest: `FAIL ./sums.test.js
  sums
    ✕ adds (131 ms)
    ✓ is fine
    ✕ knows prices (37 ms)

  ● sums › adds

    expect(received).toBe(expected) // Object.is equality

    Expected: 3
    Received: -1

      1 | describe('sums', () => {
    > 2 |   test('adds', () => { expect(1 - 2).toBe(3); });
        |                                      ^
      3 |   test('is fine', () => {});
      4 |   test('knows prices', () => { throw new Error('no such price'); });
      5 | });

      at Object.toBe (sums.test.js:2:38)

  ● sums › knows prices

    no such price

      2 |   test('adds', () => { expect(1 - 2).toBe(3); });
      3 |   test('is fine', () => {});
    > 4 |   test('knows prices', () => { throw new Error('no such price'); });
        |                                      ^
      5 | });
      6 |

      at Object.<anonymous> (sums.test.js:4:38)

Test Suites: 1 failed, 1 total
Tests:       2 failed, 1 passed, 3 total
Snapshots:   0 total
Time:        5.975 s
Ran all test suites.
`,
  mocha: `

  sums
    1) adds
    ✔ is fine
    of prices
      2) knows prices


  1 passing (28ms)
  2 failing

  1) sums
       adds:

      AssertionError [ERR_ASSERTION]: -1 == 3
      + expected - actual

      --1
      +3
      
      at Context.<anonymous> (sums.spec.js:3:29)

  2) sums
       of prices
         knows prices:
     Error: no such price
      at Context.<anonymous> (sums.spec.js:5:66)
`,
  pytest: `============================= test session starts ==============================
collected 3 items

test_sums.py F.F                                                         [100%]

=================================== FAILURES ===================================
__________________________________ test_adds ___________________________________

    def test_adds():
>       assert add(1, 2) == 3
E       assert -1 == 3
E        +  where -1 = add(1, 2)

test_sums.py:7: AssertionError
_________________________________ test_raises __________________________________

    def test_raises():
>       raise ValueError("no such price")
E       ValueError: no such price

test_sums.py:13: ValueError
=========================== short test summary info ============================
FAILED test_sums.py::test_adds - assert -1 == 3
FAILED test_sums.py::test_raises - ValueError: no such price
========================= 2 failed, 1 passed in 3.12s ==========================
`,
  node: `TAP version 13
# Subtest: adds
not ok 1 - adds
  ---
  duration_ms: 11.606061
  location: '/work/sums.test.mjs:2:1'
  failureType: 'testCodeFailure'
  error: '-1 == 3'
  code: 'ERR_ASSERTION'
  name: 'AssertionError'
  expected: 3
  actual: -1
  operator: '=='
  stack: |-
    TestContext.<anonymous> (file:///work/sums.test.mjs:2:29)
  ...
# Subtest: fine
ok 2 - fine
  ---
  duration_ms: 0.359713
  ...
1..2
# tests 2
# suites 0
# pass 1
# fail 1
# cancelled 0
# skipped 0
# todo 0
# duration_ms 533.08574
`,
  nodeInTerminal: `✖ adds (3.416267ms)
  AssertionError [ERR_ASSERTION]: -1 == 3
      at TestContext.<anonymous> (file:///work/sums.test.mjs:2:29)
    generatedMessage: true,
    code: 'ERR_ASSERTION',
    actual: -1,
    expected: 3,
    operator: '=='
  }

✔ fine (0.503957ms)

✖ failing tests:

test at sums.test.mjs:2:1
✖ adds (3.416267ms)
  AssertionError [ERR_ASSERTION]: -1 == 3
      at TestContext.<anonymous> (file:///work/sums.test.mjs:2:29)
    generatedMessage: true,
    code: 'ERR_ASSERTION',
    actual: -1,
    expected: 3,
    operator: '=='
  }
`,
  cargo: `     Running unittests src/lib.rs (target/debug/deps/r-2eeb798e46b18181)

running 1 test
test tests::adds ... FAILED

failures:

---- tests::adds stdout ----

thread 'tests::adds' (2479) panicked at src/lib.rs:5:9:
assertion \`left == right\` failed
  left: -1
 right: 3
note: Some details are omitted, run with \`RUST_BACKTRACE=full\` for a verbose backtrace.


failures:
    tests::adds

test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.30s

error: test failed, to rerun pass \`--lib\`
`,
  go: `--- FAIL: TestAdds (0.00s)
    sums_test.go:7: got -1, want 3
FAIL
exit status 1
`,
} as const;
