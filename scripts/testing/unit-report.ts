import { writeFileSync } from 'node:fs';
import type { Reporter, TestCase, TestModule, TestRunEndReason } from 'vitest/node';
import { type Finding, type Findings, readFirstLine } from './findings.ts';

type Failure = Parameters<NonNullable<Reporter['onTestRunEnd']>>[1][number];

const firstError = (errors: readonly { message?: string }[]) => readFirstLine(errors[0]?.message);

/** The end of a title of `describeWith`. */
const neededProgram = /\(needs ([\w-]+)\)/;

function nameOf(module: TestModule, test?: TestCase): string {
  return [module.relativeModuleId, ...(test ? [test.fullName] : [])].join(' › ');
}

/** Tests by name, files that could not be loaded, and errors outside of any test. */
function collect(modules: readonly TestModule[], outside: readonly Failure[]): Findings {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const failures: Finding[] = [];
  const flaky: Finding[] = [];
  const withoutProgram: Findings['withoutProgram'] = {};
  for (const module of modules) {
    const own = module.errors();
    if (own.length > 0) failures.push({ name: nameOf(module), error: firstError(own) });
    for (const test of module.children.allTests()) {
      const { state, errors = [] } = test.result();
      if (state !== 'pending') counts[state] += 1;
      const [, program] = state === 'skipped' ? (neededProgram.exec(test.fullName) ?? []) : [];
      if (program) withoutProgram[program] = (withoutProgram[program] ?? 0) + 1;
      const finding = () => ({ name: nameOf(module, test), error: firstError(errors) });
      if (state === 'failed') failures.push(finding());
      if (test.diagnostic()?.flaky) flaky.push(finding());
    }
  }
  failures.push(...outside.map((error) => ({ name: 'outside of any test', error: firstError([error]) })));
  const files = modules.map((module) => ({
    name: module.relativeModuleId,
    seconds: module.diagnostic().duration / 1000,
  }));
  return { ...counts, failures, flaky, withoutProgram, files };
}

/** Writes the result of the unit tests, for the summary of the whole run. */
export class UnitReport implements Reporter {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  onTestRunEnd(modules: readonly TestModule[], outside: readonly Failure[], _reason: TestRunEndReason): void {
    writeFileSync(this.#file, JSON.stringify(collect(modules, outside)));
  }
}
