import { importHistory, previewHistoryImport } from '@limpid/contract/data/history-import';
import type { SpooledFile } from '@limpid/contract/kit/endpoint';
import type { App } from '../../../platform/app.ts';
import { route } from '../../../platform/http/route.ts';
import { makeStoredText, translate } from '../../../platform/texts.ts';
import type { ReadingSource, ReadingWriter } from '../../reading/reading.api.ts';
import { getAccessibleSites } from '../site-access.store.ts';
import { openHistoryFile } from './history-import.service.ts';
import { runImport } from './history-import-run.ts';
import { makePreview } from './history-preview.ts';

const longestName = 100;

interface Services {
  readings: ReadingSource;
  writer: ReadingWriter;
}

/** Imports measurements from files: a preview, and the import itself. */
export function addHistoryImport(app: App, { readings: source, writer }: Services): void {
  const planOf = (replace: boolean | undefined, file: SpooledFile, operName: string) => ({
    replace: replace ?? false,
    operName,
    reason: makeStoredText('data.historyImport.reason', { file: file.name.slice(0, longestName) }),
  });

  route(app, previewHistoryImport, async ({ caller, scope, query, body, upload, language }) => {
    try {
      const { mapping = {} } = body;
      const file = await openHistoryFile({ app, source, writer, scope }, upload, { ...query, mapping });
      const plan = { ...planOf(query.replace, upload, caller.userName), step: file.step, trial: true };
      return await makePreview(file, mapping, source.channels(), language, (rows) =>
        writer.importRows(rows, plan),
      );
    } finally {
      await upload.remove();
    }
  });

  route(app, importHistory, async ({ caller, scope, query, body, upload, language }) => {
    const title = translate(language, 'data.historyImport.title');
    try {
      if (query.siteId !== undefined) await getAccessibleSites(app.db, scope, [query.siteId]);
      const { mapping = {} } = body;
      // The file is opened before the task starts, so that an unreadable file is refused at once.
      const file = await openHistoryFile({ app, source, writer, scope }, upload, { ...query, mapping });
      const problem = file.problem ?? file.plan.columns.find((column) => column.problem)?.problem;
      if (problem) throw problem;
      const plan = { ...planOf(query.replace, upload, caller.userName), step: file.step };
      const id = await app.work.start({
        caller,
        language,
        title: translate(language, 'server.work.importing', { title }),
        run: async (control) => runImport(file, { writer, plan, control, language }),
        ended: () => upload.remove(),
      });
      return { id };
    } catch (error) {
      await upload.remove();
      throw error;
    }
  });
}
