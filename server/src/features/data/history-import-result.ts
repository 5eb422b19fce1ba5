import type { Readable } from 'node:stream';
import type { HistoryImportReport, ImportPreview } from '@limpid/contract/data/history-import';
import type { Language } from '@limpid/contract/language';
import { type Cell, writeSheet } from '../../platform/sheets/write-sheet.ts';
import { translate } from '../../platform/texts.ts';
import { offsetAt } from '../../platform/zone.ts';
import type { ImportOutcome, StoredChannel } from '../ingest/ingest.api.ts';
import type { HistoryColumns } from './history-columns.rule.ts';
import type { HistoryFile } from './history-import.service.ts';
import type { RowProblem } from './history-rows.rule.ts';

const rowsShown = 20;
const problemsShown = 200;
const problemsReported = 1000;

function describeProblem({ key, params }: RowProblem, language: Language): string {
  return translate(language, `data.historyImport.problems.${key}`, params);
}

function countOutcomes(outcomes: readonly ImportOutcome[]): Record<ImportOutcome, number> {
  const counts = { added: 0, replaced: 0, kept: 0, same: 0 };
  for (const outcome of outcomes) counts[outcome]++;
  return counts;
}

function countFailed({ total, rows }: HistoryFile): number {
  return total - rows.length;
}

/** What is wrong with rows that fail, and with single values of rows that are stored. */
function listRemarks({ problems, rows }: HistoryFile): RowProblem[] {
  const marked = rows.flatMap(({ outOfRange }) => outOfRange);
  return [...problems, ...marked].toSorted((a, b) => a.line - b.line);
}

export function makePreview(
  file: HistoryFile,
  outcomes: readonly ImportOutcome[],
  channels: readonly StoredChannel[],
  language: Language,
): ImportPreview {
  const codes = new Map(channels.map(({ slot, code }) => [slot, code]));
  return {
    granularity: file.step,
    columns: describeColumns(file.columns),
    total: file.total,
    outcomes: countOutcomes(outcomes),
    failed: countFailed(file),
    rows: file.rows.slice(0, rowsShown).map(({ line, site, ts, values }, index) => ({
      line,
      siteId: site.siteId,
      siteName: site.siteName,
      zone: site.zone,
      ts,
      values: Object.fromEntries(values.map(([slot, value]) => [codes.get(slot) ?? '', tidy(value)])),
      outcome: outcomes[index] ?? 'same',
    })),
    problems: listRemarks(file)
      .slice(0, problemsShown)
      .map((problem) => ({
        line: problem.line,
        column: problem.column,
        reason: describeProblem(problem, language),
      })),
  };
}

function tidy(value: number): number {
  return Number(value.toPrecision(7));
}

function describeColumns({ header, time, sites, channels }: HistoryColumns): ImportPreview['columns'] {
  const times: unknown[] = Object.values(time);
  return header.map((heading, index) => {
    const channel = channels.find((one) => one.index === index)?.channel.code ?? null;
    const use = channel
      ? 'channel'
      : times.includes(index)
        ? 'time'
        : sites.includes(index)
          ? 'site'
          : 'none';
    return { heading, use, channel };
  });
}

export function makeReport(
  file: HistoryFile,
  outcomes: readonly ImportOutcome[],
  language: Language,
): HistoryImportReport {
  const { added, replaced, kept, same } = countOutcomes(outcomes);
  return {
    added,
    updated: replaced,
    kept,
    same,
    failed: file.problems.slice(0, problemsReported).map((problem) => ({
      line: problem.line,
      name: problem.column ?? '',
      reason: describeProblem(problem, language),
    })),
    failedCount: countFailed(file),
    outOfRange: file.rows.reduce((sum, { outOfRange }) => sum + outOfRange.length, 0),
  };
}

/** Every row of the file with what became of it, in the order of the file. */
export function makeImportSheet(
  file: HistoryFile,
  outcomes: readonly ImportOutcome[],
  language: Language,
): Readable {
  const say = (key: string) => translate(language, `data.historyImport.result.${key}`);
  const reasonOf = (problem: RowProblem) =>
    [problem.column, describeProblem(problem, language)].filter(Boolean).join(': ');
  const stored = file.rows.map(({ line, site, ts, outOfRange }, index) => ({
    line,
    site: site.siteName,
    time: new Date(ts + offsetAt(ts, site.zone)),
    result: say(outcomes[index] ?? 'same'),
    reason: outOfRange.map(reasonOf).join('; ') || null,
  }));
  const failed = file.problems.map((problem) => ({
    line: problem.line,
    site: null,
    time: null,
    result: say('failed'),
    reason: reasonOf(problem),
  }));
  const lines = [...stored, ...failed].toSorted((a, b) => a.line - b.line);
  async function* rows(): AsyncGenerator<Cell[]> {
    for (const { line, site, time, result, reason } of lines) yield [line, site, time, result, reason];
  }
  return writeSheet({
    sheetName: say('title'),
    columns: [
      { header: say('line'), width: 8 },
      { header: say('site'), width: 20 },
      { header: say('time'), width: 20 },
      { header: say('result'), width: 14 },
      { header: say('reason'), width: 60 },
    ],
    rows: rows(),
  });
}
