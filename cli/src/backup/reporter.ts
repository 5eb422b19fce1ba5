import type { CopyProgress } from '../../../server/src/platform/backup/write-backup.ts';
import { localise } from '../terminal.ts';

const redrawEvery = 200;

/** How far the work is, on standard error: one line for each table, growing while someone watches. */
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

  /** Something that whoever runs this has to know, quiet or not. */
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
