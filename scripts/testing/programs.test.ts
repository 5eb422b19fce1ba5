import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nothing } from './findings.ts';
import { findProgram, providePrograms } from './programs.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'limpid-programs-'));
  writeFileSync(join(folder, 'a-program'), '');
  writeFileSync(join(folder, 'a-text'), '');
  chmodSync(join(folder, 'a-program'), 0o755);
  chmodSync(join(folder, 'a-text'), 0o644);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(process.platform === 'win32')('a program', () => {
  it('is found on the path, if it can be executed', () => {
    const environment = { PATH: `/nowhere:${folder}` };
    expect(findProgram('a-program', environment)).toBe(join(folder, 'a-program'));
    expect(findProgram('a-text', environment)).toBeUndefined();
    expect(findProgram('a-program', { PATH: '/nowhere' })).toBeUndefined();
    expect(findProgram('.', environment)).toBeUndefined();
  });
});

const packages = new Map([
  ['mosquitto', 'mosquitto'],
  ['pdftotext', 'poppler-utils'],
]);

/** A machine without these programs, and what happens on it. */
async function provide(environment: Record<string, string>, facts: { isRoot: boolean; works?: boolean }) {
  const printed: string[] = [];
  const installed: string[] = [];
  const findings = await providePrograms({
    environment,
    isRoot: facts.isRoot,
    find: (name) =>
      installed.includes(packages.get(name) ?? '') && facts.works !== false ? `/usr/sbin/${name}` : undefined,
    async install(names) {
      installed.push(...names);
      if (facts.works === false) throw new Error('no network');
    },
    print: (line) => printed.push(line),
  });
  return { findings, installed, printed: printed.join('\n') };
}

describe('a missing program', () => {
  it('is installed as root with TEST_APT=1', async () => {
    const { findings, installed, printed } = await provide({ TEST_APT: '1' }, { isRoot: true });
    expect(installed).toEqual([...packages.values()]);
    expect(printed).not.toContain('skipped');
    expect(findings).toEqual(nothing);
  });

  it.each([
    ['without TEST_APT', {}, true],
    ['as another user', { TEST_APT: '1' }, false],
  ])('is not installed %s: the command to type is printed', async (_, environment, isRoot) => {
    const { findings, installed, printed } = await provide(environment, { isRoot });
    expect(installed).toEqual([]);
    expect(printed).toBe(
      'Tests that need mosquitto are skipped. To install it: apt-get install -y mosquitto\n' +
        'Tests that need pdftotext are skipped. To install it: apt-get install -y poppler-utils',
    );
    expect(findings).toEqual(nothing);
  });

  it('fails the run if it is required, also after a failed installation', async () => {
    const environment = { TEST_APT: '1', TEST_REQUIRES: 'mosquitto' };
    const { findings, printed } = await provide(environment, { isRoot: true, works: false });
    expect(printed).toContain('Installing failed: Error: no network');
    expect(findings).toMatchObject({ failed: 1, failures: [{ name: 'mosquitto' }] });
    expect((await provide({ TEST_REQUIRES: 'mosquitto' }, { isRoot: false })).findings.failed).toBe(1);
    expect((await provide(environment, { isRoot: true })).findings.failed).toBe(0);
  });
});
