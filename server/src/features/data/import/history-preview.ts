import type { ImportPreview } from '@limpid/contract/data/history-import';
import type { ImportMapping } from '@limpid/contract/data/import-mapping';
import type { Language } from '@limpid/contract/language';
import { describeError } from '../../../platform/texts.ts';
import type { ImportedRow, ImportOutcome, StoredChannel } from '../../reading/reading.api.ts';
import { type HistoryFile, type ReadLine, toImportedRows } from './history-import.service.ts';
import { countOutcomes, describeProblem, isFailed } from './history-import-result.ts';
import type { PlannedColumn } from './history-mapping.rule.ts';
import type { RowProblem } from './history-rows.rule.ts';
import type { HistorySites } from './history-sites.ts';
import { cellText } from './history-time.rule.ts';

const rowsShown = 20;
const problemsShown = 200;
const samplesShown = 3;
const longestSample = 100;
const stationsShown = 2000;
const parametersShown = 200;
/** Bounded, because comparing with stored values takes far longer than reading. */
const entriesCompared = 20_000;

/** Reads the whole file and reports what an import would do. */
export async function makePreview(
  file: HistoryFile,
  mapping: ImportMapping,
  channels: readonly StoredChannel[],
  language: Language,
  compare: (rows: ImportedRow[]) => Promise<ImportOutcome[]>,
): Promise<ImportPreview> {
  const outcomes: ImportOutcome[] = [];
  const rows: ImportPreview['rows'] = [];
  const problems: RowProblem[] = file.problem ? [] : listUnknownStations(file);
  const counts = { total: 0, failed: 0, skipped: 0 };
  const codes = new Map(channels.map(({ slot, code }) => [slot, code]));
  for await (const { lines } of file.problem ? [] : file.read()) {
    counts.total += lines.length;
    counts.failed += lines.filter(isFailed).length;
    counts.skipped += lines.filter(({ skipped }) => skipped).length;
    if (problems.length < problemsShown) problems.push(...lines.flatMap((line) => line.problems));
    if (outcomes.length >= entriesCompared) continue;
    const { rows: imported, indexOf } = toImportedRows(lines);
    const found = await compare(imported);
    outcomes.push(...found);
    rows.push(...showRows(lines, (entry) => found[indexOf.get(entry) ?? 0] ?? 'same', codes));
  }
  return {
    granularity: file.step,
    hourLabel: file.hourLabel,
    problem: file.problem ? describeError(file.problem, language) : null,
    mapping: makeMapping(file, mapping),
    columns: file.plan.columns.map((column) => describeColumn(column, file, language)),
    stations: listStations(file.sites),
    parameters: listParameters(file),
    ...counts,
    compared: outcomes.length,
    outcomes: countOutcomes(outcomes),
    rows: rows.slice(0, rowsShown),
    problems: problems.slice(0, problemsShown).map((problem) => ({
      line: problem.line,
      column: problem.column,
      reason: describeProblem(problem, language),
    })),
  };
}

function showRows(
  lines: readonly ReadLine[],
  outcomeOf: (entry: ReadLine['entries'][number]) => ImportOutcome,
  codes: ReadonlyMap<number, string>,
): ImportPreview['rows'] {
  const entries = lines.flatMap((line) => line.entries).slice(0, rowsShown);
  return entries.map((entry) => ({
    line: entry.line,
    siteId: entry.site.siteId,
    siteName: entry.site.siteName,
    zone: entry.site.zone,
    ts: entry.ts,
    values: Object.fromEntries(
      entry.values.map(([slot, value]) => [codes.get(slot) ?? '', toSignificantDigits(value)]),
    ),
    outcome: outcomeOf(entry),
  }));
}

function toSignificantDigits(value: number): number {
  return Number(value.toPrecision(7));
}

/** The columns of stations without a site, each once. */
function listUnknownStations({ plan, sites, firstLine }: HistoryFile): RowProblem[] {
  return plan.values.flatMap((column) => {
    const found = sites.ofColumn(column);
    const isUnknown = found && 'skip' in found && !sites.isExcluded(column.stations);
    const name = column.stations.join(', ');
    return isUnknown ? [{ line: firstLine, column: column.heading, key: 'site', params: { name } }] : [];
  });
}

function describeColumn(column: PlannedColumn, file: HistoryFile, language: Language) {
  const found = column.use === 'value' ? file.sites.ofColumn(column) : undefined;
  const site = found && 'site' in found ? found.site : undefined;
  const texts = file.sample.map(({ cells }) => cellText(cells[column.index])).filter((text) => text !== '');
  return {
    column: column.index + 1,
    heading: column.heading,
    use: column.use,
    channel: column.channel?.code ?? null,
    unit: column.unit ?? null,
    unitFrom: column.unitFrom ?? null,
    stations: [...column.stations],
    siteId: site?.siteId ?? null,
    siteName: site?.siteName ?? null,
    samples: texts.slice(0, samplesShown).map((text) => text.slice(0, longestSample)),
    problem: column.problem ? describeError(column.problem, language) : null,
  };
}

function listStations(sites: HistorySites): ImportPreview['stations'] {
  return sites
    .listStations()
    .slice(0, stationsShown)
    .map(({ name, found, rows }) => {
      const site = 'site' in found ? found.site : undefined;
      return { name, siteId: site?.siteId ?? null, siteName: site?.siteName ?? null, rows };
    });
}

function listParameters({ plan, sample }: HistoryFile): ImportPreview['parameters'] {
  const { parameter } = plan;
  if (parameter === undefined) return [];
  const names = [...new Set(sample.map(({ cells }) => cellText(cells[parameter]).slice(0, longestSample)))];
  return names
    .slice(0, parametersShown)
    .map((name) => ({ name, channel: plan.findParameter(name)?.channel.code ?? null }));
}

/** The requested and guessed mapping, in the form of a request. */
function makeMapping({ plan, firstLine }: HistoryFile, requested: ImportMapping): ImportMapping {
  return {
    ...requested,
    columns: plan.columns.map(({ index, heading, use, channel, unit, unitFrom, siteId }) => ({
      column: index + 1,
      heading,
      use,
      ...(channel && { channel: channel.code }),
      ...(unit !== undefined && unitFrom !== 'channel' && { unit }),
      ...(siteId !== undefined && { siteId }),
    })),
    firstLine,
    dateOrder: plan.dateOrder,
    ...(plan.zone !== undefined && { zone: plan.zone }),
    referenceTemperature: plan.temperature,
  };
}
