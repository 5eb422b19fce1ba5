import type { Language } from '@limpid/contract/language';
import type { Cell } from '../../../platform/sheets/cell.ts';
import { translate } from '../../../platform/texts.ts';
import type { WorkControl, WorkResult } from '../../../platform/work/work.ts';
import type { ImportPlan, ReadingWriter } from '../../reading/reading.api.ts';
import { type HistoryFile, toImportedRows } from './history-import.service.ts';
import { describeLine, makeImportSheet, makeReport } from './history-import-result.ts';

/** A sheet has at most 1,048,576 rows, and a line with many stations has many results. */
const maxResultRows = 1_000_000;

interface ImportRun {
  writer: ReadingWriter;
  plan: ImportPlan;
  control: WorkControl;
  language: Language;
}

/** Imports a file chunk by chunk while writing the result, so that neither is in memory as a whole. */
export function runImport(file: HistoryFile, { writer, plan, control, language }: ImportRun): WorkResult {
  const { report, add } = makeReport(language);
  async function* importChunks(): AsyncGenerator<Cell[]> {
    let [done, written] = [0, 0];
    for await (const { lines } of file.read()) {
      control.signal.throwIfAborted();
      const { rows, indexOf } = toImportedRows(lines);
      const outcomes = await writer.importRows(rows, plan, {
        signal: control.signal,
        report: (part, whole) => control.report(done + Math.floor((lines.length * part) / whole), file.lines),
      });
      done += lines.length;
      control.report(done, file.lines);
      add(
        lines,
        [...indexOf.values()].map((index) => outcomes[index] ?? 'same'),
      );
      for (const line of lines) {
        for (const row of describeLine(
          line,
          (entry) => outcomes[indexOf.get(entry) ?? 0] ?? 'same',
          language,
        ))
          if (++written <= maxResultRows) yield row;
      }
    }
    control.report(done, done);
  }
  const title = translate(language, 'data.historyImport.title');
  const name = `${translate(language, 'server.importResult.file', { title })}.xlsx`;
  return { file: { name, body: makeImportSheet(importChunks(), language) }, report: () => report };
}
