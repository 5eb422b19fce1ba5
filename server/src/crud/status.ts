import type { Resource } from '@limpid/contract/kit/resource';
import { statusEndpoint } from '@limpid/contract/kit/resource-endpoints';
import type { App } from '../platform/app.ts';
import { route } from '../platform/http/route.ts';
import type { Definition, FieldValues } from './definition.ts';
import { editRow } from './write.ts';

/** Routes the status switch of a row, by the permission to edit or one of its own; the hooks of any other change apply. */
export function routeStatus<R extends Resource, C extends object>(
  app: App,
  typed: Definition<R, C>,
  permission?: string,
): void {
  const definition: Definition = typed;
  const { resource, cache } = definition;
  route(app, statusEndpoint(resource, permission), async ({ body, caller, scope, language }) => {
    const { [resource.id]: id, status }: FieldValues = body;
    await app.db.transaction().execute(async (db) => {
      const writer = { db, caller, scope, language, clock: app.clock, dictionaries: app.dictionaries };
      await editRow(definition, writer, Number(id), { status });
    });
    await cache?.clear();
  });
}
