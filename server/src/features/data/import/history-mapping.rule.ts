import type { ReferenceTemperature } from '@limpid/aqi/units';
import type { ImportMapping } from '@limpid/contract/data/import-mapping';
import { AppError, type ErrorKey, type ErrorParams, fail } from '@limpid/contract/errors';
import { isZone } from '@limpid/contract/zone';
import type { StoredChannel } from '../../reading/reading.api.ts';
import {
  findChannel,
  findHeadingZone,
  nameChannels,
  plainHeading,
  siteRank,
} from './history-headings.rule.ts';
import type { ColumnGuess, ColumnUse, Layout } from './history-layout.rule.ts';
import { cellText, type DateOrder, isOffset, type TableRow } from './history-time.rule.ts';
import { type Convert, defaultTemperature, findUnit, makeConversion } from './history-units.rule.ts';
import { defaultMarks, findMarks, isAmbiguous, type NumberMarks } from './history-values.rule.ts';

type TimeColumns =
  | { moment: number }
  | { date: number; clock: number | undefined }
  | { year: number; month: number; day: number; clock: number | undefined };

/** A column as it will be read. */
export interface PlannedColumn {
  index: number;
  heading: string;
  use: ColumnUse;
  channel: StoredChannel | undefined;
  unit: string | undefined;
  /** Whether the unit comes from the file, from the request, or is assumed to be that of the channel. */
  unitFrom: 'file' | 'request' | 'channel' | undefined;
  /** For a column with a fixed channel. */
  convert: Convert | undefined;
  stations: readonly string[];
  siteId: number | undefined;
  /** The reason why its values cannot be imported. */
  problem: AppError | undefined;
}

/** A parameter named by rows: its channel, and the conversion of its values. */
interface PlannedParameter {
  channel: StoredChannel;
  /** The conversion by the unit of the row, if any; undefined if it is impossible. */
  findConversion(unit: string | undefined): Convert | undefined;
}

/** How every row of a file is read. */
export interface ReadPlan {
  columns: readonly PlannedColumn[];
  time: TimeColumns | undefined;
  /** The columns that may name the site. */
  sites: readonly number[];
  values: readonly PlannedColumn[];
  parameter: number | undefined;
  unit: number | undefined;
  /** Null if the parameter is left out, undefined if it is unknown. */
  findParameter(text: string): PlannedParameter | null | undefined;
  dateOrder: DateOrder;
  /** From the request. */
  decimal: '.' | ',' | undefined;
  /** The meaning of commas and points in numbers, detected from the values of the file. */
  marks: NumberMarks;
  missing: ReadonlySet<string>;
  zone: string | undefined;
  temperature: ReferenceTemperature;
}

export function planColumns(
  { columns: guessed, dateOrder }: Layout,
  mapping: ImportMapping,
  channels: readonly StoredChannel[],
): ReadPlan {
  if (mapping.zone !== undefined && !isZone(mapping.zone) && !isOffset(mapping.zone))
    fail('entity.zone', { zone: mapping.zone }, 'mapping');
  const temperature = mapping.referenceTemperature ?? defaultTemperature;
  const requested = findRequested(guessed, mapping);
  const columns = guessed.map((guess, index) => planColumn(guess, index, requested, channels, temperature));
  const isUse = (use: ColumnUse) => (column: PlannedColumn) => column.use === use;
  const find = (use: ColumnUse) => columns.find(isUse(use))?.index;
  const parameter = find('parameter');
  const values = columns.filter(isUse('value'));
  for (const column of values) {
    if (!column.channel && parameter === undefined)
      column.problem ??= new AppError('history_import.no_channel', { column: nameColumn(column) });
  }
  const time = findTimes(find);
  const timeHeadings = Object.values(time ?? {}).map((index) => columns[index ?? -1]?.heading ?? '');
  return {
    columns,
    time,
    sites: columns
      .filter(isUse('site'))
      .toSorted((a, b) => rankSite(a) - rankSite(b))
      .map(({ index }) => index),
    values,
    parameter,
    unit: find('unit'),
    findParameter: makeParameterFinder(mapping, channels, temperature),
    dateOrder: mapping.dateOrder ?? dateOrder ?? 'dmy',
    decimal: mapping.decimal,
    marks: defaultMarks,
    missing: new Set(mapping.missing?.map((text) => text.trim().toLowerCase())),
    zone: mapping.zone ?? timeHeadings.map(findHeadingZone).find((zone) => zone !== undefined),
    temperature,
  };
}

/** Detects the number format from the first rows; columns with ambiguous numbers get a problem. */
export function detectNumberFormat(
  plan: ReadPlan,
  sample: readonly TableRow[],
  separator: string | undefined,
): void {
  const cellsOf = ({ index }: PlannedColumn) => sample.map(({ cells }) => cells[index]);
  plan.marks = findMarks(plan.values.flatMap(cellsOf), separator);
  for (const column of plan.values) {
    const text = cellsOf(column).find((cell) => isAmbiguous(cell, plan));
    if (text !== undefined)
      column.problem ??= new AppError(
        'history_import.decimal_unknown',
        { column: nameColumn(column), text: cellText(text) },
        'mapping',
      );
  }
}

export function nameColumn({ heading, index }: Pick<PlannedColumn, 'heading' | 'index'>): string {
  return heading || `#${index + 1}`;
}

function rankSite({ heading }: PlannedColumn): number {
  const rank = siteRank(plainHeading(heading));
  return rank < 0 ? Number.MAX_SAFE_INTEGER : rank;
}

function findTimes(find: (use: ColumnUse) => number | undefined): TimeColumns | undefined {
  const [moment, date, clock] = [find('moment'), find('date'), find('clock')];
  if (moment !== undefined) return { moment };
  if (date !== undefined) return { date, clock };
  const [year, month, day] = [find('year'), find('month'), find('day')];
  return year === undefined || month === undefined || day === undefined
    ? undefined
    : { year, month, day, clock };
}

type RequestedColumn = NonNullable<ImportMapping['columns']>[number];
const timeUses: readonly ColumnUse[] = ['moment', 'date', 'clock', 'year', 'month', 'day'];

/** The requested use of each column; undefined to use the detected one. */
function findRequested(
  guessed: readonly ColumnGuess[],
  { columns }: ImportMapping,
): (guess: ColumnGuess, index: number) => RequestedColumn | undefined {
  if (!columns) return () => undefined;
  const byIndex = new Map<number, RequestedColumn>();
  for (const requested of columns) {
    const index =
      requested.column === undefined
        ? guessed.findIndex(({ heading }) => heading.trim() === requested.heading?.trim())
        : requested.column - 1;
    const column = requested.heading ?? `#${requested.column ?? ''}`;
    if (!guessed[index]) fail('history_import.column_unknown', { column }, 'mapping');
    if (byIndex.has(index)) fail('sheet.column_twice', { label: column }, 'mapping');
    byIndex.set(index, requested);
  }
  const uses = new Set(columns.map(({ use }) => use));
  const saysTime = timeUses.some((use) => uses.has(use));
  return ({ use }, index) => {
    const requested = byIndex.get(index);
    if (requested) return requested;
    const stays = timeUses.includes(use)
      ? !saysTime
      : ['site', 'parameter', 'unit'].includes(use) && !uses.has(use);
    return stays ? undefined : { use: 'ignore' };
  };
}

function planColumn(
  guess: ColumnGuess,
  index: number,
  findRequestedColumn: (guess: ColumnGuess, index: number) => RequestedColumn | undefined,
  channels: readonly StoredChannel[],
  temperature: ReferenceTemperature,
): PlannedColumn {
  const requested = findRequestedColumn(guess, index);
  const { heading, stations } = guess;
  const planned: PlannedColumn = {
    index,
    heading,
    use: requested?.use ?? guess.use,
    channel: undefined,
    unit: undefined,
    unitFrom: undefined,
    convert: undefined,
    stations: [],
    siteId: undefined,
    problem: undefined,
  };
  if (planned.use !== 'value') return planned;
  planned.siteId = requested?.siteId;
  planned.stations = stations;
  planned.channel =
    requested?.channel === undefined ? guess.channel : getChannel(channels, requested.channel, heading);
  const unitText = requested?.unit ?? guess.unitText;
  const problem = (key: ErrorKey, params: ErrorParams) =>
    new AppError(key, { column: nameColumn(planned), ...params }, 'mapping');
  if (unitText !== undefined) {
    planned.unit = findUnit(unitText) ?? (planned.channel?.unit === unitText ? unitText : undefined);
    planned.unitFrom = requested?.unit === undefined ? 'file' : 'request';
    if (planned.unit === undefined)
      planned.problem = problem('history_import.unit_unknown', { unit: unitText });
  } else if (planned.channel) {
    planned.unit = planned.channel.unit ?? undefined;
    planned.unitFrom = 'channel';
  }
  const { channel, unit } = planned;
  if (channel && !planned.problem) {
    planned.convert =
      planned.unitFrom === 'channel' || unit === undefined
        ? (value) => value
        : makeConversion(unit, channel, temperature);
    if (!planned.convert)
      planned.problem = problem('history_import.unit_mismatch', {
        unit: unit ?? '',
        channel: channel.code,
        own: channel.unit ?? '–',
      });
  }
  return planned;
}

function getChannel(channels: readonly StoredChannel[], code: string, heading: string): StoredChannel {
  return (
    channels.find((channel) => channel.code === code) ??
    findChannel(code, nameChannels(channels)) ??
    fail('history_import.channel_unknown', { channel: code, column: heading }, 'mapping')
  );
}

function makeParameterFinder(
  { parameters = {} }: ImportMapping,
  channels: readonly StoredChannel[],
  temperature: ReferenceTemperature,
): ReadPlan['findParameter'] {
  const named = nameChannels(channels);
  const plannedByText = new Map<string, PlannedParameter | null | undefined>();
  for (const [text, mapped] of Object.entries(parameters)) {
    const channel = mapped && getChannel(channels, mapped.channel, text);
    if (mapped?.unit !== undefined && channel && !makeConversion(mapped.unit, channel, temperature))
      fail('history_import.unit_mismatch', {
        unit: mapped.unit,
        column: text,
        channel: channel.code,
        own: channel.unit ?? '–',
      });
    plannedByText.set(text.trim(), channel && planParameter(channel, mapped.unit, temperature));
  }
  return (text) => {
    if (plannedByText.has(text)) return plannedByText.get(text);
    const channel = findChannel(text, named);
    const planned = channel && planParameter(channel, undefined, temperature);
    plannedByText.set(text, planned);
    return planned;
  };
}

function planParameter(
  channel: StoredChannel,
  mappedUnit: string | undefined,
  temperature: ReferenceTemperature,
): PlannedParameter {
  const conversions = new Map<string, Convert | undefined>();
  return {
    channel,
    findConversion(given) {
      const unit = mappedUnit ?? given;
      if (unit === undefined || unit === '') return (value) => value;
      if (!conversions.has(unit)) conversions.set(unit, makeConversion(unit, channel, temperature));
      return conversions.get(unit);
    },
  };
}
