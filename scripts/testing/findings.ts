/** The name of a test, and the first line of its error. */
export interface Finding {
  name: string;
  error: string;
}

/** How long the tests of a file took. */
interface FileTime {
  name: string;
  seconds: number;
}

/** The result of one part of a test run. */
export interface Findings {
  passed: number;
  failed: number;
  skipped: number;
  failures: Finding[];
  /** Tests that failed at first and passed when retried: they should be fixed before they fail twice. */
  flaky: Finding[];
  /** Skipped tests by the program they need. */
  withoutProgram: Record<string, number>;
  /** All test files of the part. */
  files: FileTime[];
}

export const nothing: Findings = {
  passed: 0,
  failed: 0,
  skipped: 0,
  failures: [],
  flaky: [],
  withoutProgram: {},
  files: [],
};

/** Files that take less do not make a run long. */
const slowSeconds = 10;
const slowFilesListed = 15;

// oxlint-disable-next-line no-control-regex -- the colours of a terminal begin with a control character
const colours = /\u001b\[[0-9;]*m/g;

export function readFirstLine(text: string | undefined): string {
  const lines = (text ?? '').replace(colours, '').split('\n');
  return lines.find((line) => line.trim() !== '')?.trim() ?? '';
}

interface Attempt {
  status: string;
  /** In milliseconds. */
  duration: number;
  error?: { message?: string };
}

interface Spec {
  title: string;
  tests: { status: 'expected' | 'unexpected' | 'flaky' | 'skipped'; results: Attempt[] }[];
}

interface Suite {
  title: string;
  specs?: Spec[];
  suites?: Suite[];
}

/** The part of Playwright's JSON report that is used here. */
export interface BrowserReport {
  suites: Suite[];
  /** Errors outside of any test. */
  errors: { message?: string }[];
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

function listSpecs(suite: Suite, above: string[] = []): { name: string; spec: Spec }[] {
  const path = [...above, suite.title];
  const own = (suite.specs ?? []).map((spec) => ({ name: [...path, spec.title].join(' › '), spec }));
  return [...own, ...(suite.suites ?? []).flatMap((inner) => listSpecs(inner, path))];
}

export function readBrowserReport({ suites, errors, stats }: BrowserReport): Findings {
  const specs = suites.flatMap((suite) => listSpecs(suite));
  const list = (status: string) =>
    specs.flatMap(({ name, spec }) =>
      spec.tests
        .filter((test) => test.status === status)
        .map(({ results }) => {
          const attempt = results.find(({ error }) => error);
          return { name, error: readFirstLine(attempt?.error?.message) || (results.at(-1)?.status ?? '') };
        }),
    );
  const outside = errors.map(({ message }) => ({
    name: 'outside of any test',
    error: readFirstLine(message),
  }));
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures: [...list('unexpected'), ...outside],
    flaky: list('flaky'),
    withoutProgram: {},
    files: suites.map((suite) => ({ name: suite.title, seconds: sumSeconds(suite) })),
  };
}

function sumSeconds(suite: Suite): number {
  const attempts = listSpecs(suite).flatMap(({ spec }) => spec.tests.flatMap(({ results }) => results));
  return attempts.reduce((sum, { duration }) => sum + duration, 0) / 1000;
}

/** The files to look at first when a run takes too long. */
function listSlowest(parts: readonly Findings[]): string[] {
  return parts
    .flatMap(({ files }) => files)
    .filter(({ seconds }) => seconds >= slowSeconds)
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, slowFilesListed)
    .map(({ name, seconds }) => `${Math.round(seconds)} s in ${name}`);
}

/** The summary at the end of a run, which is still visible in a log that is truncated at its beginning. */
export function describeFindings(parts: readonly Findings[]): string {
  const sum = (count: 'passed' | 'failed' | 'skipped') => parts.reduce((all, part) => all + part[count], 0);
  const format = (word: string, { name, error }: Finding) => `${word}: ${name}${error && `\n    ${error}`}`;
  const lines = [
    ...listSlowest(parts),
    ...parts.flatMap(({ flaky }) => flaky.map((finding) => format('flaky', finding))),
    ...parts.flatMap(({ failures }) => failures.map((finding) => format('failed', finding))),
    ...parts.flatMap(({ withoutProgram }) =>
      Object.entries(withoutProgram).map(([program, count]) => `${count} skipped without ${program}`),
    ),
    ...(sum('skipped') > 0 ? [`${sum('skipped')} skipped; the lists above say which and why`] : []),
    `${sum('passed')} passed, ${sum('failed')} failed`,
  ];
  return `${lines.join('\n')}\n`;
}
