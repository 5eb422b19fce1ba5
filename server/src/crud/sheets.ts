import { canDo } from '@limpid/contract/kit/resource';
import { type ResourceEndpoints, resourceEndpoints } from '@limpid/contract/kit/resource-endpoints';
import type { Language } from '@limpid/contract/language';
import type { App } from '../platform/app.ts';
import { WithMessage } from '../platform/http/envelope.ts';
import { route } from '../platform/http/route.ts';
import { translate } from '../platform/texts.ts';
import type { WorkControl } from '../platform/work/work.ts';
import type { Definition, FieldValues, Requester, Writer } from './definition.ts';
import { exportRows, makeTemplate, sheetType } from './export.ts';
import { importRows } from './import.ts';
import { listSecrets, makeResultSheet, reportLines, summariseImport } from './import-result.ts';

/** Routes export, template and import of a resource: in both spellings of the family, and long ones as background work. */
export function routeSheets(app: App, definition: Definition): void {
  const endpoints = resourceEndpoints(definition.resource);
  if (canDo(definition.resource, 'export')) routeExports(app, definition, endpoints);
  if (canDo(definition.resource, 'import')) {
    routeTemplates(app, definition, endpoints);
    routeImports(app, definition, endpoints);
  }
}

function titleOf({ resource }: Definition, language: Language): string {
  return translate(language, `${resource.texts}.title`);
}

function routeExports(app: App, definition: Definition, endpoints: ResourceEndpoints): void {
  const makeFile = async (
    { scope, language }: Requester,
    query: FieldValues,
    onRow?: (count: number) => void,
  ) => ({
    name: `${titleOf(definition, language)}.xlsx`,
    type: sheetType,
    body: await exportRows(app, definition, scope, query, language, onRow),
  });

  route(app, endpoints.exportFile, (context) => makeFile(context, { ...context.query, ...context.body }));
  route(app, endpoints.exportName, async (context) => {
    const file = await makeFile(context, context.query);
    return app.downloads.store(context.caller.userId, file.name, file.body);
  });
  route(app, endpoints.exportWork, async ({ caller, scope, language, query, body }) => ({
    id: await app.work.start({
      caller,
      language,
      title: translate(language, 'server.work.exporting', { title: titleOf(definition, language) }),
      run: async ({ report }) => ({
        file: await makeFile({ caller, scope, language }, { ...query, ...body }, report),
      }),
    }),
  }));
}

function routeTemplates(app: App, definition: Definition, endpoints: ResourceEndpoints): void {
  const nameOf = (language: Language) =>
    `${translate(language, 'server.template', { title: titleOf(definition, language) })}.xlsx`;

  route(app, endpoints.templateFile, ({ language }) => ({
    name: nameOf(language),
    type: sheetType,
    body: makeTemplate(definition, language),
  }));
  route(app, endpoints.templateName, ({ caller, language }) =>
    app.downloads.store(caller.userId, nameOf(language), makeTemplate(definition, language)),
  );
}

function routeImports(app: App, definition: Definition, endpoints: ResourceEndpoints): void {
  interface Sheet {
    query: { updateSupport?: string };
    upload: { bytes: Uint8Array };
  }

  async function runImport(who: Requester, { query, upload }: Sheet, control?: WorkControl) {
    const update = ['true', '1'].includes(query.updateSupport ?? '');
    const writer: Writer = { ...who, db: app.db, clock: app.clock, dictionaries: app.dictionaries };
    try {
      return await importRows(app, definition, writer, upload.bytes, update, control);
    } finally {
      // A failed import may have written some rows as well.
      await definition.cache?.clear();
    }
  }

  route(app, endpoints.importData, async ({ caller, scope, language, query, upload }) => {
    const lines = await runImport({ caller, scope, language }, { query, upload });
    const secrets = listSecrets(lines);
    const report = { ...reportLines(lines), ...(secrets.length > 0 && { secrets }) };
    return new WithMessage(summariseImport(report, language), report);
  });
  route(app, endpoints.importWork, async ({ caller, scope, language, query, upload }) => ({
    id: await app.work.start({
      caller,
      language,
      title: translate(language, 'server.work.importing', { title: titleOf(definition, language) }),
      run: async (control) => {
        const lines = await runImport({ caller, scope, language }, { query, upload }, control);
        const secretsInFile = listSecrets(lines).length;
        const name = `${translate(language, 'server.importResult.file', { title: titleOf(definition, language) })}.xlsx`;
        return {
          file: { name, body: makeResultSheet(lines, language), once: secretsInFile > 0 },
          report: { ...reportLines(lines), ...(secretsInFile > 0 && { secretsInFile }) },
        };
      },
    }),
  }));
}
