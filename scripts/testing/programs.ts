import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runCommand } from '../tool.ts';
import { type Findings, nothing } from './findings.ts';

/** Programs that some tests need, by the Debian packages that contain them. */
const testPrograms: Readonly<Record<string, string>> = {
  mosquitto: 'mosquitto',
  pdftotext: 'poppler-utils',
};

type Environment = Record<string, string | undefined>;

/** Debian's folders for servers, which are not on the path of every user. */
const serverFolders = process.platform === 'win32' ? [] : ['/usr/local/sbin', '/usr/sbin', '/sbin'];

/** The file of a program; undefined if it is not installed. */
export function findProgram(name: string, environment: Environment = process.env): string | undefined {
  const path = environment['PATH'] ?? '';
  return [...path.split(delimiter).filter((folder) => folder !== ''), ...serverFolders]
    .map((folder) => join(folder, name))
    .find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

interface Installer {
  environment: Environment;
  isRoot: boolean;
  find(name: string): string | undefined;
  install(packages: readonly string[]): Promise<void>;
  print(line: string): void;
}

const debian: Installer = {
  environment: process.env,
  isRoot: process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'),
  find: findProgram,
  install: installPackages,
  print: (line) => process.stdout.write(`${line}\n`),
};

/**
 * Installs programs that are missing, as root and with `TEST_APT=1` only. Tests of those that stay missing are skipped;
 * one that `TEST_REQUIRES` lists is a failure.
 */
export async function providePrograms(installer: Installer = debian): Promise<Findings> {
  const { environment, isRoot, find, install, print } = installer;
  const isMissing = (name: string) => find(name) === undefined;
  const missing = Object.keys(testPrograms).filter(isMissing);
  if (missing.length > 0 && isRoot && environment['TEST_APT'] === '1') {
    print(`Installing ${missing.join(', ')} from the Debian packages …`);
    await install(missing.map((name) => testPrograms[name] ?? name)).catch((error: unknown) =>
      print(`Installing failed: ${String(error)}`),
    );
  }
  for (const name of missing.filter(isMissing))
    print(`Tests that need ${name} are skipped. ${adviseOn(name)}`);
  const required = environment['TEST_REQUIRES']?.split(/[\s,]+/).filter((name) => name !== '') ?? [];
  const failures = required
    .filter(isMissing)
    .map((name) => ({ name, error: `required by TEST_REQUIRES and not installed. ${adviseOn(name)}` }));
  return { ...nothing, failed: failures.length, failures };
}

/** The command to type. */
export function adviseOn(program: string): string {
  return `To install it: apt-get install -y ${testPrograms[program] ?? program}`;
}

export async function installPackages(packages: readonly string[]): Promise<void> {
  const options = { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } };
  await runCommand('apt-get', ['update', '-q'], options);
  await runCommand('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], options);
}
