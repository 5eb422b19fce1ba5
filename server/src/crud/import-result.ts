import type { Readable } from 'node:stream';
import type { ImportReport } from '@limpid/contract/kit/resource-endpoints';
import type { Language } from '@limpid/contract/language';
import { escapeHtml } from '../platform/html/escape-html.ts';
import type { Cell } from '../platform/sheets/cell.ts';
import { writeSheet } from '../platform/sheets/write/write-sheet.ts';
import { translate } from '../platform/texts.ts';

/** The result of one line of a sheet. */
export interface ImportedLine {
  line: number;
  name: string;
  result: 'added' | 'updated' | 'failed';
  /** Why the line failed, or why some of its values were left out. */
  reason?: string;
  /** Shown once to the importer, for the owner of the new row. */
  secret?: string;
}

export function reportLines(lines: readonly ImportedLine[]): ImportReport {
  const count = (result: ImportedLine['result']) => lines.filter((one) => one.result === result).length;
  const explain = (selected: readonly ImportedLine[]) =>
    selected.map(({ line, name, reason = '' }) => ({ line, name, reason }));
  const partly = lines.filter(({ result, reason }) => result !== 'failed' && reason !== undefined);
  return {
    added: count('added'),
    updated: count('updated'),
    failed: explain(lines.filter(({ result }) => result === 'failed')),
    ...(partly.length > 0 && { partly: explain(partly) }),
  };
}

export function listSecrets(lines: readonly ImportedLine[]): NonNullable<ImportReport['secrets']> {
  return lines.flatMap(({ line, name, secret }) => (secret ? [{ line, name, secret }] : []));
}

/**
 * The result as HTML, which the family's clients show; the contents of the sheet are escaped. Secrets come first,
 * because they are shown nowhere else.
 */
export function summariseImport(report: ImportReport, language: Language): string {
  const { added, updated, failed, partly = [], secrets = [] } = report;
  const head = translate(language, 'server.imported', { added, updated, failed: failed.length });
  return [
    head,
    ...secrets.map((row) => translate(language, 'server.importedSecret', row)),
    ...[...failed, ...partly].slice(0, 100).map((row) => translate(language, 'server.importedLine', row)),
  ]
    .map(escapeHtml)
    .join('<br/>');
}

/** The result as a sheet. */
export function makeResultSheet(lines: readonly ImportedLine[], language: Language): Readable {
  const text = (key: string) => translate(language, `server.importResult.${key}`);
  const hasSecrets = lines.some(({ secret }) => secret !== undefined);
  async function* rows(): AsyncGenerator<Cell[]> {
    for (const { line, name, result, reason, secret } of lines)
      yield [line, name, text(result), reason ?? null, ...(hasSecrets ? [secret ?? null] : [])];
  }
  return writeSheet({
    sheetName: text('title'),
    columns: [
      { header: text('line'), width: 8 },
      { header: text('name'), width: 20 },
      { header: text('result'), width: 12 },
      { header: text('reason'), width: 48 },
      ...(hasSecrets ? [{ header: text('secret'), width: 28 }] : []),
    ],
    rows: rows(),
  });
}
