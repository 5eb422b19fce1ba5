import type { ImportPreview } from '@limpid/contract/data/history-import';
import type { ImportMapping } from '@limpid/contract/data/import-mapping';

export type PreviewColumn = ImportPreview['columns'][number];
type ColumnMapping = NonNullable<ImportMapping['columns']>[number];
export type ColumnContent = ColumnMapping['use'];

/** Reads a column differently; the others stay as they are. A use of which there can be one is taken from its column. */
export function mapColumn(
  mapping: ImportMapping,
  column: number,
  part: { use?: ColumnContent; channel?: string | undefined; unit?: string | undefined },
): ImportMapping {
  const columns = mapping.columns?.map((one): ColumnMapping => {
    if (one.column !== column)
      return part.use && isSingle(part.use) && one.use === part.use ? dropDetails(one, 'ignore') : one;
    const changed = { ...one, ...part };
    if (changed.use !== 'value') return dropDetails(one, changed.use);
    const { channel, unit, ...rest } = changed;
    return { ...rest, ...(channel && { channel }), ...(unit && { unit }) };
  });
  return { ...mapping, ...(columns && { columns }) };
}

/** Several columns may hold values or name the station; a time has one column for each of its parts. */
function isSingle(use: ColumnContent): boolean {
  return use !== 'value' && use !== 'site' && use !== 'ignore';
}

function dropDetails({ column, heading }: ColumnMapping, use: ColumnContent): ColumnMapping {
  return { ...(column !== undefined && { column }), ...(heading !== undefined && { heading }), use };
}

/** Assigns a station of the file to a site; null leaves it out. */
export function mapStation(mapping: ImportMapping, name: string, siteId: number | null): ImportMapping {
  return { ...mapping, sites: { ...mapping.sites, [name]: siteId } };
}

/** Assigns a parameter of the file to a channel; null leaves it out. */
export function mapParameter(mapping: ImportMapping, name: string, channel: string | null): ImportMapping {
  return { ...mapping, parameters: { ...mapping.parameters, [name]: channel === null ? null : { channel } } };
}

/** Whether an import can start: every column can be read, and something would be stored. */
export function canImport({ problem, columns, total, failed, skipped }: ImportPreview): boolean {
  return problem === null && columns.every(({ problem }) => problem === null) && total > failed + skipped;
}
