import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './browser.ts';
import { buildWeb } from './build.ts';
import { runChecks } from './checks.ts';
import { runTool } from './tool.ts';

interface Count {
  passed: number;
  failed: number;
  skipped?: number;
}

const reports = mkdtempSync(join(tmpdir(), 'limpid-reports-'));

/** A runner that breaks before it can report counts as one failure, never as none. */
async function count(run: Promise<void>, read: () => Count): Promise<Count> {
  const ended = await run.then(
    () => true,
    () => false,
  );
  const result = ended ? read() : readOr(read, { passed: 0, failed: 1 });
  return { ...result, failed: ended ? result.failed : Math.max(1, result.failed) };
}

function readOr(read: () => Count, otherwise: Count): Count {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

async function runStatic(): Promise<Count> {
  const results = await runChecks();
  const failed = results.filter((result) => !result.ok).length;
  return { passed: results.length - failed, failed };
}

async function runUnits(): Promise<Count> {
  const file = join(reports, 'vitest.json');
  const run = runTool('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  return count(run, () => {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    return { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests };
  });
}

async function runBrowser(): Promise<Count> {
  const browser = await findBrowser();
  await buildWeb();
  const file = join(reports, 'playwright.json');
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: file, ...(browser && { CHROME_PATH: browser }) };
  const run = runTool('playwright', ['test', '--config', 'e2e/playwright.config.ts'], { env });
  return count(run, () => {
    const { stats } = JSON.parse(readFileSync(file, 'utf8'));
    return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
  });
}

const counts = [await runStatic(), await runUnits(), await runBrowser()];
const passed = counts.reduce((sum, part) => sum + part.passed, 0);
const failed = counts.reduce((sum, part) => sum + part.failed, 0);
const skipped = counts.reduce((sum, part) => sum + (part.skipped ?? 0), 0);
if (skipped > 0) process.stdout.write(`${skipped} skipped; the lists above say which and why\n`);
rmSync(reports, { recursive: true, force: true });
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 ? 1 : 0;
