import type { ImportPreview } from '@limpid/contract/data/history-import';
import type { ImportMapping } from '@limpid/contract/data/import-mapping';
import { describe, expect, it } from 'vitest';
import { canImport, mapColumn, mapParameter, mapStation } from './mapping-edit.ts';

const mapping: ImportMapping = {
  columns: [
    { column: 1, heading: 'Zeit', use: 'moment' },
    { column: 2, heading: 'Feinstaub', use: 'ignore' },
    { column: 3, heading: 'PM10', use: 'value', channel: 'PM10', unit: 'µg/m³' },
  ],
  dateOrder: 'dmy',
};

describe('a mapping', () => {
  it('gives a column a channel and keeps the rest', () => {
    const { columns, ...rest } = mapColumn(mapping, 2, { use: 'value', channel: 'PM2.5' });
    expect(rest).toEqual({ dateOrder: 'dmy' });
    expect(columns).toEqual([
      mapping.columns?.[0],
      { column: 2, heading: 'Feinstaub', use: 'value', channel: 'PM2.5' },
      mapping.columns?.[2],
    ]);
  });

  it('forgets channel and unit of a column that has no values, and an emptied unit', () => {
    expect(mapColumn(mapping, 3, { use: 'ignore' }).columns?.[2]).toEqual({
      column: 3,
      heading: 'PM10',
      use: 'ignore',
    });
    expect(mapColumn(mapping, 3, { unit: undefined }).columns?.[2]).toEqual({
      column: 3,
      heading: 'PM10',
      use: 'value',
      channel: 'PM10',
    });
  });

  it('has one column for a time', () => {
    const uses = mapColumn(mapping, 2, { use: 'moment' }).columns?.map(({ use }) => use);
    expect(uses).toEqual(['ignore', 'moment', 'value']);
  });

  it('assigns stations and parameters, or leaves them out', () => {
    expect(mapStation(mapStation(mapping, 'Nord', 4), 'Süd', null).sites).toEqual({ Nord: 4, Süd: null });
    expect(mapParameter(mapParameter(mapping, 'a', 'SO2'), 'b', null).parameters).toEqual({
      a: { channel: 'SO2' },
      b: null,
    });
  });
});

describe('an import', () => {
  const preview = {
    problem: null,
    columns: [{ problem: null }],
    total: 3,
    failed: 1,
    skipped: 1,
  } as unknown as ImportPreview;
  it('starts if something would be stored and no column has a problem', () => {
    expect(canImport(preview)).toBe(true);
    expect(canImport({ ...preview, failed: 2 })).toBe(false);
    expect(canImport({ ...preview, problem: 'no times' })).toBe(false);
    expect(canImport({ ...preview, columns: [{ problem: 'no channel' }] } as unknown as ImportPreview)).toBe(
      false,
    );
  });
});
