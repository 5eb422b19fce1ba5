import { describe } from 'vitest';
import { findProgram } from '../../../scripts/testing/programs.ts';

/** Tests that need a program of the machine; they are skipped without it, and the end of a run counts them by its name. */
export function describeWith(program: string, name: string, tests: () => void): void {
  describe.skipIf(findProgram(program) === undefined)(`${name} (needs ${program})`, tests);
}
