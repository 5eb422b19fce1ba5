import { expect, test } from 'vitest';
import { type BrowserReport, describeFindings, nothing, readBrowserReport } from './findings.ts';

const red = (text: string) => `\u001b[31m${text}\u001b[39m`;

const report: BrowserReport = {
  suites: [
    {
      title: 'post.spec.ts',
      specs: [
        {
          title: 'is fine',
          tests: [{ status: 'expected', results: [{ status: 'passed', duration: 4000 }] }],
        },
        {
          title: 'stumbles',
          tests: [
            {
              status: 'flaky',
              results: [
                { status: 'failed', duration: 9000, error: { message: 'Error: too slow' } },
                { status: 'passed', duration: 400 },
              ],
            },
          ],
        },
      ],
      suites: [
        {
          title: 'in French',
          specs: [
            {
              title: 'breaks',
              tests: [
                {
                  status: 'unexpected',
                  results: [
                    {
                      status: 'failed',
                      duration: 600,
                      error: { message: `\n${red('Error: not visible')}\n  at x` },
                    },
                  ],
                },
              ],
            },
          ],
        },
      ],
    },
  ],
  errors: [{ message: 'The server ended with 1 before it was ready.' }],
  stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 2 },
};

test('failed and retried tests are listed last, with the first line of their error', () => {
  expect(describeFindings([{ ...nothing, passed: 7 }, readBrowserReport(report)])).toBe(
    [
      '14 s in post.spec.ts',
      'flaky: post.spec.ts › stumbles',
      '    Error: too slow',
      'failed: post.spec.ts › in French › breaks',
      '    Error: not visible',
      'failed: outside of any test',
      '    The server ended with 1 before it was ready.',
      '2 skipped; the lists above say which and why',
      '9 passed, 1 failed',
      '',
    ].join('\n'),
  );
});

test('a run without failures prints only its counts', () => {
  expect(describeFindings([{ ...nothing, passed: 3 }])).toBe('3 passed, 0 failed\n');
});

test('tests that were skipped without a program are counted by its name', () => {
  const units = { ...nothing, passed: 3, skipped: 5, withoutProgram: { mosquitto: 4 } };
  expect(describeFindings([units])).toBe(
    [
      '4 skipped without mosquitto',
      '5 skipped; the lists above say which and why',
      '3 passed, 0 failed',
      '',
    ].join('\n'),
  );
});

test('the slowest files come first, without those that take a moment', () => {
  const files = [
    { name: 'short.test.ts', seconds: 9.9 },
    { name: 'long.test.ts', seconds: 12.2 },
  ];
  const browser = { ...nothing, files: [{ name: 'longest.spec.ts', seconds: 30 }] };
  expect(describeFindings([{ ...nothing, passed: 2, files }, browser])).toBe(
    ['30 s in longest.spec.ts', '12 s in long.test.ts', '2 passed, 0 failed', ''].join('\n'),
  );
});
