import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from '../../../scripts/testing/programs.ts';

/** What another program reads in a PDF. */
interface ReadPdf {
  /** Of each page, in the order of its lines. */
  pages: string[];
  text: string;
  info: Map<string, string>;
  /** Names of the embedded fonts, without the prefix of their subset, in alphabetical order. */
  fonts: string[];
  /** The tree of its tags, with alternative texts. */
  structure: string;
}

const run = promisify(execFile);

/** Reads a PDF with poppler-utils, for tests inside `describeWith('pdftotext', …)`. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const folder = await mkdtemp(join(tmpdir(), 'limpid-pdf-'));
  const file = join(folder, 'report.pdf');
  const read = async (program: string, options: string[], output: string[] = []) => {
    const path = findProgram(program) ?? program;
    return (await run(path, [...options, file, ...output], { maxBuffer: 2 ** 26 })).stdout;
  };
  try {
    await writeFile(file, bytes);
    const [text, info, fonts, structure] = await Promise.all([
      read('pdftotext', ['-layout'], ['-']),
      read('pdfinfo', []),
      read('pdffonts', []),
      read('pdfinfo', ['-struct']),
    ]);
    return {
      text,
      pages: text.split('\f').slice(0, -1),
      info: new Map(
        info.split('\n').map((line) => [line.split(':')[0] ?? '', line.replace(/^[^:]*:\s*/, '')]),
      ),
      fonts: listFonts(fonts),
      structure,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The lines after the heading begin with `ABCDEF+Name`, if the font is embedded as a subset. */
function listFonts(table: string): string[] {
  const names = table
    .split('\n')
    .slice(2)
    .map((line) => /^(?:[A-Z]{6}\+)?(\S+)/.exec(line)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))].sort();
}
