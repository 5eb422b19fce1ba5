import { fail } from '@limpid/contract/errors';
import type { Resource } from '@limpid/contract/kit/resource';
import { optionsEndpoint, refreshEndpoint, resourceEndpoints } from '@limpid/contract/kit/resource-endpoints';
import { maxInteger } from '@limpid/contract/kit/schema';
import type { App } from '../platform/app.ts';
import { widestScope } from '../platform/auth/scope.rule.ts';
import { route } from '../platform/http/route.ts';
import type { Crud, Definition, Values, Who, Writer } from './definition.ts';
import { findRow, listOptionRows, listRows } from './list.ts';
import { routeSheets } from './sheets.ts';
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
    route(app, optionsEndpoint(definition.resource), ({ caller }) =>
      listOptionRows(app.db, definition, widestScope(caller)),
    );
  }
  if (definition.cache && definition.resource.cached) {
    const { cache } = definition;
    route(app, refreshEndpoint(definition.resource), () => cache.clear());
  }
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
