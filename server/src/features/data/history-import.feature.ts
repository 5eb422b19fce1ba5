import { importHistory, previewHistoryImport } from '@limpid/contract/data/history-import';
import type { App } from '../../platform/app.ts';
import { route } from '../../platform/http/route.ts';
import { storeText, translate } from '../../platform/texts.ts';
import type { ReadingSource, ReadingWriter } from '../ingest/ingest.api.ts';
import { readHistoryFile, toImported } from './history-import.service.ts';
import { makeImportSheet, makePreview, makeReport } from './history-import-result.ts';
import { getSites } from './site-access.store.ts';

const longestName = 100;

/** Measurements of the past from a file: first what would become of it, then the same in earnest. */
export function addHistoryImport(app: App, source: ReadingSource, writer: ReadingWriter): void {
  const planOf = (replace: boolean | undefined, fileName: string, operName: string) => ({
    replace: replace ?? false,
    operName,
    reason: storeText('data.historyImport.reason', { file: fileName.slice(0, longestName) }),
  });

  route(app, previewHistoryImport, async ({ caller, scope, query, upload, language }) => {
    const file = await readHistoryFile({ app, source, writer, scope }, upload.bytes, query);
    const plan = { ...planOf(query.replace, upload.name, caller.userName), step: file.step, trial: true };
    const outcomes = await writer.takeOver(toImported(file.rows), plan);
    return makePreview(file, outcomes, source.channels(), language);
  });

  route(app, importHistory, async ({ caller, scope, query, upload, language }) => {
    if (query.siteId !== undefined) await getSites(app.db, scope, [query.siteId]);
    const title = translate(language, 'data.historyImport.title');
    const id = await app.work.start({
      caller,
      language,
      title: translate(language, 'server.work.importing', { title }),
      run: async (control) => {
        const file = await readHistoryFile({ app, source, writer, scope }, upload.bytes, query);
        const plan = { ...planOf(query.replace, upload.name, caller.userName), step: file.step };
        const outcomes = await writer.takeOver(toImported(file.rows), plan, control);
        const name = `${translate(language, 'server.importResult.file', { title })}.xlsx`;
        return {
          file: { name, body: makeImportSheet(file, outcomes, language) },
          report: makeReport(file, outcomes, language),
        };
      },
    });
    return { id };
  });
}
