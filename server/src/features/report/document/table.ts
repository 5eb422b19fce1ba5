import { roundHalfEven } from '@limpid/aqi/decimal';
import type { ReportCell, ReportColumn, ReportTable } from '@limpid/contract/report/document';

/** A column with the value that a row has in it. */
export interface TableField<Row> {
  title: string;
  unit?: string | null;
  kind?: ReportColumn['kind'];
  decimals?: number;
  width?: number;
  read(row: Row): ReportCell | undefined;
  /** What the value of a row is marked with, if anything. */
  mark?(row: Row): string | undefined;
}

interface TableOptions<Row> {
  key: string;
  title?: string | undefined;
  fields: readonly TableField<Row>[];
  rows: readonly Row[];
  notes?: readonly string[];
  detail?: boolean;
}

/** Rounds every number once, to the decimals of its column; cells with their own decimals are rounded already. */
export function makeTable<Row>({
  key,
  title,
  fields,
  rows,
  notes = [],
  detail = false,
}: TableOptions<Row>): ReportTable {
  const marks = rows.flatMap((row, at) =>
    fields.flatMap(({ mark }, column) => {
      const text = mark?.(row);
      return text === undefined ? [] : [{ row: at, column, mark: text }];
    }),
  );
  return {
    key,
    title: title ?? null,
    columns: fields.map(({ title: heading, unit = null, kind = 'text', decimals = 0, width }) => ({
      title: heading,
      unit,
      kind,
      decimals,
      width: width ?? (kind === 'text' ? 2 : 1),
    })),
    rows: rows.map((row) => fields.map((field) => readCell(field, row))),
    marks,
    notes: [...notes],
    detail,
  };
}

function readCell<Row>({ read, decimals = 0 }: TableField<Row>, row: Row): ReportCell {
  const value = read(row) ?? null;
  if (typeof value !== 'number') return value;
  return Number.isFinite(value) ? roundHalfEven(value, decimals) : null;
}
