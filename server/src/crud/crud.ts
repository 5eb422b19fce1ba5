import { fail } from '@limpid/contract/errors';
import { canDo, type Resource } from '@limpid/contract/kit/resource';
import {
  optionsEndpoint,
  refreshEndpoint,
  resourceEndpoints,
  treeEndpoint,
} from '@limpid/contract/kit/resource-endpoints';
import { maxInteger } from '@limpid/contract/kit/schema';
import type { App } from '../platform/app.ts';
import { widestScope } from '../platform/auth/scope.rule.ts';
import { route } from '../platform/http/route.ts';
import type { CrudOptions, Definition, FieldValues, Requester, Writer } from './definition.ts';
import { findRow, listAllRows, listOptionRows, listRows, presentRow } from './list.ts';
import { routeSheets } from './sheets.ts';
import { addRow, editRow, removeRows } from './write.ts';

/** The server half of a resource: list, get, add, edit, remove, export and import with scope and hooks. */
export function crud<R extends Resource, C extends object = Record<never, never>>(
  app: App,
  resource: R,
  options: CrudOptions<R, C>,
): void {
  const definition: Definition<R, C> = { ...options, resource, secrets: app.secrets };
  if (options.scope) app.scopedPaths.add(resource.path);
  routeReads(app, definition);
  routeWrites(app, definition);
  routeSheets(app, definition);
}

function routeReads(app: App, definition: Definition): void {
  const { resource } = definition;
  const endpoints = resourceEndpoints(resource);
  if (resource.tree) {
    route(app, treeEndpoint(resource), ({ query, scope }) => listAllRows(app.db, definition, scope, query));
  } else {
    route(app, endpoints.list, ({ query, scope, language }) =>
      listRows(app.db, definition, scope, query, language),
    );
  }
  if (canDo(resource, 'query')) {
    route(app, endpoints.get, async ({ params, caller, scope, language }) => {
      const found = (await findRow(app.db, definition, scope, params.id)) ?? fail('row.gone');
      const row = presentRow(definition, found, language);
      return definition.complete ? definition.complete(row, app.db, { caller, scope, language }) : row;
    });
  }
  if (definition.offered) {
    route(app, optionsEndpoint(resource), ({ caller }) =>
      listOptionRows(app.db, definition, widestScope(caller)),
    );
  }
  if (definition.cache && resource.cached) {
    const { cache } = definition;
    route(app, refreshEndpoint(resource), () => cache.clear());
  }
}

/** Registers adding, changing and removing alone, for a resource with its own endpoints for reading. */
export function routeWrites<R extends Resource, C extends object>(app: App, typed: Definition<R, C>): void {
  const definition: Definition = typed;
  const { resource } = definition;
  const endpoints = resourceEndpoints(resource);

  async function write(
    { caller, scope, language }: Requester,
    work: (writer: Writer) => Promise<unknown>,
  ): Promise<void> {
    await app.db
      .transaction()
      .execute((db) =>
        work({ db, caller, scope, language, clock: app.clock, dictionaries: app.dictionaries }),
      );
    await definition.cache?.clear();
  }

  if (canDo(resource, 'add')) {
    route(app, endpoints.add, async (context) => {
      const values: FieldValues = context.body;
      await write(context, (writer) => addRow(definition, writer, values));
    });
  }
  if (canDo(resource, 'edit')) {
    route(app, endpoints.edit, async (context) => {
      const { [resource.id]: id, ...values }: FieldValues = context.body;
      await write(context, (writer) => editRow(definition, writer, Number(id), values));
    });
  }
  if (canDo(resource, 'remove')) {
    route(app, endpoints.remove, async (context) => {
      const ids = [...new Set(context.params.ids.split(',').map(Number))];
      if (ids.some((id) => id > maxInteger)) fail('row.gone');
      await write(context, (writer) => removeRows(definition, writer, ids));
    });
  }
}
