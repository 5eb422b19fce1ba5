import { fail } from '@limpid/contract/errors';
import type { FileAnswer } from '@limpid/contract/kit/endpoint';
import type { Resource } from '@limpid/contract/kit/resource';
import { optionsEndpoint, refreshEndpoint, resourceEndpoints } from '@limpid/contract/kit/resource-endpoints';
import { maxInteger } from '@limpid/contract/kit/schema';
import type { Language } from '@limpid/contract/language';
import type { App } from '../platform/app.ts';
import type { Caller } from '../platform/auth/caller.ts';
import type { Scope } from '../platform/auth/scope.rule.ts';
import { Said } from '../platform/http/envelope.ts';
import { route } from '../platform/http/route.ts';
import { translate } from '../platform/texts.ts';
import type { Crud, Definition, Values, Writer } from './definition.ts';
import { exportRows, makeTemplate, sheetType } from './export.ts';
import { importRows, summarise } from './import.ts';
import { findRow, listOptionRows, listRows } from './list.ts';
import { addRow, editRow, removeRows } from './write.ts';

/** The server half of a resource: list, get, add, edit, remove, export and import with scope and hooks. */
export function crud(app: App, resource: Resource, options: Crud): void {
  const definition: Definition = { ...options, resource };
  routeReads(app, definition);
  routeWrites(app, definition);
  routeSheets(app, definition);
}

function routeReads(app: App, definition: Definition): void {
  const endpoints = resourceEndpoints(definition.resource);
  route(app, endpoints.list, ({ query, scope, language }) =>
    listRows(app.db, definition, scope, query, language),
  );
  route(app, endpoints.get, async ({ params, scope }) => {
    return (await findRow(app.db, definition, scope, params.id)) ?? fail('row.gone');
  });
  if (definition.offered) {
    route(app, optionsEndpoint(definition.resource), ({ scope }) =>
      listOptionRows(app.db, definition, scope),
    );
  }
  if (definition.cache && definition.resource.cached) {
    const { cache } = definition;
    route(app, refreshEndpoint(definition.resource), () => cache.clear());
  }
}

interface Who {
  caller: Caller;
  scope: Scope;
  language: Language;
}

function routeWrites(app: App, definition: Definition): void {
  const { resource } = definition;
  const endpoints = resourceEndpoints(resource);

  async function write(
    { caller, scope, language }: Who,
    work: (writer: Writer) => Promise<void>,
  ): Promise<void> {
    await app.db
      .transaction()
      .execute((db) => work({ db, caller, scope, language, dictionaries: app.dictionaries }));
    await definition.cache?.clear();
  }

  route(app, endpoints.add, async (context) => {
    const values: Values = context.body;
    await write(context, (writer) => addRow(definition, writer, values));
  });
  route(app, endpoints.edit, async (context) => {
    const { [resource.id]: id, ...values }: Values = context.body;
    await write(context, (writer) => editRow(definition, writer, Number(id), values));
  });
  route(app, endpoints.remove, async (context) => {
    const ids = [...new Set(context.params.ids.split(',').map(Number))];
    if (ids.some((id) => id > maxInteger)) fail('row.gone');
    await write(context, (writer) => removeRows(definition, writer, ids));
  });
}

function routeSheets(app: App, definition: Definition): void {
  const { resource } = definition;
  const endpoints = resourceEndpoints(resource);
  const title = (language: Language) => translate(language, `${resource.texts}.title`);
  const templateName = (language: Language) =>
    `${translate(language, 'server.template', { title: title(language) })}.xlsx`;

  async function exportSheet({ scope, language }: Who, query: Values): Promise<FileAnswer & { body: Body }> {
    return {
      name: `${title(language)}.xlsx`,
      type: sheetType,
      body: await exportRows(app, definition, scope, query, language),
    };
  }

  route(app, endpoints.exportFile, (context) => exportSheet(context, { ...context.query, ...context.body }));
  route(app, endpoints.exportName, async (context) => {
    const file = await exportSheet(context, context.query);
    return app.downloads.keep(context.caller.userId, file.name, file.body);
  });
  route(app, endpoints.templateFile, ({ language }) => ({
    name: templateName(language),
    type: sheetType,
    body: makeTemplate(definition, language),
  }));
  route(app, endpoints.templateName, ({ caller, language }) =>
    app.downloads.keep(caller.userId, templateName(language), makeTemplate(definition, language)),
  );
  route(app, endpoints.importData, async ({ caller, scope, language, query, upload }) => {
    const update = ['true', '1'].includes(query.updateSupport ?? '');
    const writer: Writer = { db: app.db, caller, scope, language, dictionaries: app.dictionaries };
    const report = await importRows(app, definition, writer, upload.bytes, update);
    await definition.cache?.clear();
    return new Said(summarise(report, language), report);
  });
}

type Body = Awaited<ReturnType<typeof exportRows>>;
