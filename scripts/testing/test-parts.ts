import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPort } from '../../server/src/testing/process.ts';
import { findBrowser } from '../browser.ts';
import { buildWeb } from '../build.ts';
import { runChecks } from '../checks.ts';
import { runTool } from '../tool.ts';
import { describeFindings, type Findings, nothing, readBrowserReport } from './findings.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';
import type { Tier } from './test-tiers.ts';

const temporary = makeTemporaryFolder();

/** A runner that breaks before it can report, or without naming a test, counts as one failure, never as none. */
async function collectFindings(name: string, run: Promise<void>, read: () => Findings): Promise<Findings> {
  const broken = await run.then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  if (broken === undefined) return read();
  const found = readOr(read, nothing);
  const failures = found.failures.length > 0 ? found.failures : [{ name, error: broken }];
  return { ...found, failed: Math.max(found.failed, failures.length), failures };
}

function readOr(read: () => Findings, otherwise: Findings): Findings {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

export async function runStatic(): Promise<Findings> {
  const results = await runChecks();
  const failures = results.filter(({ ok }) => !ok).map(({ name }) => ({ name, error: '' }));
  return {
    ...nothing,
    passed: results.length - failures.length,
    failed: failures.length,
    failures,
  };
}

/** Runs the unit tests of these tiers; only these files if any are named. */
export async function runUnits(tiers: readonly Tier[], files: readonly string[] = []): Promise<Findings> {
  const report = join(temporary.folder, 'units.json');
  const projects = tiers.flatMap((tier) => ['--project', tier]);
  const run = runTool('vitest', ['run', ...projects, ...files], {
    env: { TMPDIR: temporary.folder, UNIT_REPORT: report },
  });
  return collectFindings('unit tests', run, () => JSON.parse(readFileSync(report, 'utf8')));
}

/** Runs the browser tests; only these files if any are named. */
export async function runBrowser(
  files: readonly string[] = [],
  environment: Record<string, string> = {},
): Promise<Findings> {
  const browser = await findBrowser();
  await buildWeb();
  const report = join(temporary.folder, 'playwright.json');
  const env = {
    ...environment,
    TMPDIR: temporary.folder,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    E2E_PORT: process.env['E2E_PORT'] ?? String(await findPort()),
    ...(browser && { CHROME_PATH: browser }),
  };
  const run = runTool('playwright', ['test', '--config', 'e2e/playwright.config.ts', ...files], { env });
  return collectFindings('browser tests', run, () =>
    readBrowserReport(JSON.parse(readFileSync(report, 'utf8'))),
  );
}

/** Prints the result of all parts and sets the exit code. */
export function finish(parts: readonly Findings[]): void {
  temporary.remove();
  process.stdout.write(describeFindings(parts));
  process.exitCode = parts.some(({ failed }) => failed > 0) ? 1 : 0;
}
