import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPort } from '../server/src/testing/process.ts';
import { findBrowser } from './browser.ts';
import { buildWeb } from './build.ts';
import { runChecks } from './checks.ts';
import { describeFindings, type Findings, nothing, readBrowserReport } from './findings.ts';
import { runTool } from './tool.ts';

const reports = mkdtempSync(join(tmpdir(), 'limpid-reports-'));

/** A runner that breaks before it can report, or without naming a test, counts as one failure, never as none. */
async function gather(name: string, run: Promise<void>, read: () => Findings): Promise<Findings> {
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

async function runStatic(): Promise<Findings> {
  const results = await runChecks();
  const failures = results.filter(({ ok }) => !ok).map(({ name }) => ({ name, error: '' }));
  return {
    ...nothing,
    passed: results.length - failures.length,
    failed: failures.length,
    failures,
  };
}

async function runUnits(): Promise<Findings> {
  const file = join(reports, 'units.json');
  const run = runTool('vitest', ['run'], { env: { UNIT_REPORT: file } });
  return gather('unit tests', run, () => JSON.parse(readFileSync(file, 'utf8')));
}

async function runBrowser(): Promise<Findings> {
  const browser = await findBrowser();
  await buildWeb();
  const file = join(reports, 'playwright.json');
  const env = {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    E2E_PORT: process.env['E2E_PORT'] ?? String(await findPort()),
    ...(browser && { CHROME_PATH: browser }),
  };
  const run = runTool('playwright', ['test', '--config', 'e2e/playwright.config.ts'], { env });
  return gather('browser tests', run, () => readBrowserReport(JSON.parse(readFileSync(file, 'utf8'))));
}

const parts = [await runStatic(), await runUnits(), await runBrowser()];
rmSync(reports, { recursive: true, force: true });
process.stdout.write(describeFindings(parts));
process.exitCode = parts.some(({ failed }) => failed > 0) ? 1 : 0;
