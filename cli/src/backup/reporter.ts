import type { CopyProgress } from '../../../server/src/platform/backup/write-backup.ts';
import { localise } from '../terminal.ts';

const redrawEvery = 200;

/** Prints the progress to standard error: one line per table, updated in place on a terminal. */
export class Reporter {
  readonly #quiet: boolean;
  readonly #watched = process.stderr.isTTY;
  #drawnAt = 0;

  constructor(quiet: boolean) {
    this.#quiet = quiet;
  }

  report = ({ name, rows, done }: CopyProgress): void => {
    if (this.#quiet || (!done && !this.#isDue())) return;
    this.clear();
    const end = done ? '\n' : '';
    process.stderr.write(`${localise('cli.backup.table', { name, rows })}${end}`);
  };

  info(key: string, params: Record<string, string | number>): void {
    if (!this.#quiet) process.stderr.write(`${localise(key, params)}\n`);
  }

  /** A warning, which is printed even with `--quiet`. */
  warn(key: string, params: Record<string, string | number>): void {
    process.stderr.write(`${localise(key, params)}\n`);
  }

  clear(): void {
    if (this.#watched && !this.#quiet) process.stderr.write('\r\x1b[K');
  }

  #isDue(): boolean {
    const due = this.#watched && Date.now() - this.#drawnAt >= redrawEvery;
    if (due) this.#drawnAt = Date.now();
    return due;
  }
}
