import type { Readable } from 'node:stream';
import type { HistoryImportReport } from '@limpid/contract/data/history-import';
import type { Language } from '@limpid/contract/language';
import { offsetAt } from '@limpid/contract/local-time';
import type { Cell } from '../../../platform/sheets/cell.ts';
import { writeSheet } from '../../../platform/sheets/write/write-sheet.ts';
import { translate } from '../../../platform/texts.ts';
import type { ImportOutcome } from '../../reading/reading.api.ts';
import type { ReadLine } from './history-import.service.ts';
import type { ReadEntry, RowProblem } from './history-rows.rule.ts';

const maxProblems = 1000;

export function describeProblem({ key, params }: RowProblem, language: Language): string {
  return translate(language, `data.historyImport.problems.${key}`, params);
}

export function countOutcomes(outcomes: Iterable<ImportOutcome>): Record<ImportOutcome, number> {
  const counts = { added: 0, replaced: 0, kept: 0, same: 0 };
  for (const outcome of outcomes) counts[outcome]++;
  return counts;
}

/** Whether no value of the row can be stored although it was not skipped. */
export function isFailed({ entries, skipped }: ReadLine): boolean {
  return entries.length === 0 && !skipped;
}

/** A value outside the range of its channel is stored with its row. */
function isMarked({ key }: RowProblem, { entries }: Pick<ReadLine, 'entries'>): boolean {
  return key === 'range' && entries.length > 0;
}

/** Counts the outcomes of lines during an import. */
export function makeReport(language: Language) {
  const report: HistoryImportReport = {
    added: 0,
    updated: 0,
    kept: 0,
    same: 0,
    failed: [],
    failedCount: 0,
    outOfRange: 0,
    skipped: 0,
  };
  const describe = (problem: RowProblem) => ({
    line: problem.line,
    name: problem.column ?? '',
    reason: describeProblem(problem, language),
  });
  return {
    report,
    add(lines: readonly ReadLine[], outcomes: Iterable<ImportOutcome>): void {
      const { added, replaced, kept, same } = countOutcomes(outcomes);
      report.added += added;
      report.updated += replaced;
      report.kept += kept;
      report.same += same;
      for (const line of lines) {
        if (isFailed(line)) report.failedCount++;
        if (line.skipped) report.skipped++;
        for (const problem of line.problems) {
          if (isMarked(problem, line)) report.outOfRange++;
          else if (report.failed.length < maxProblems) report.failed.push(describe(problem));
        }
      }
    },
  };
}

/** The result rows of a line: one per site, and one per problem. */
export function describeLine(
  { entries, problems, line, skipped }: ReadLine,
  outcomeOf: (entry: ReadEntry) => ImportOutcome,
  language: Language,
): Cell[][] {
  const text = (key: string) => translate(language, `data.historyImport.result.${key}`);
  const stored = entries.map((entry): Cell[] => [
    line,
    entry.site.siteName,
    new Date(entry.ts + offsetAt(entry.ts, entry.site.zone)),
    text(outcomeOf(entry)),
    null,
  ]);
  const wrong = problems.map((problem): Cell[] => {
    const reason = [problem.column, describeProblem(problem, language)].filter(Boolean).join(': ');
    const result = isMarked(problem, { entries }) ? 'marked' : entries.length > 0 ? 'partly' : 'failed';
    return [line, null, null, text(result), reason];
  });
  return skipped ? [[line, null, null, text('skipped'), null]] : [...stored, ...wrong];
}

export function makeImportSheet(rows: AsyncIterable<Cell[]>, language: Language): Readable {
  const text = (key: string) => translate(language, `data.historyImport.result.${key}`);
  return writeSheet({
    sheetName: text('title'),
    columns: [
      { header: text('line'), width: 8 },
      { header: text('site'), width: 20 },
      { header: text('time'), width: 20 },
      { header: text('result'), width: 14 },
      { header: text('reason'), width: 60 },
    ],
    rows,
  });
}
