import Type from 'typebox';
import { endpoint, reply } from './endpoint.ts';
import { type Resource, requestLabels } from './resource.ts';
import { bodySchema, filterSchema, listSchema, rowSchema } from './schema.ts';

export const importReport = Type.Object({
  added: Type.Integer(),
  updated: Type.Integer(),
  failed: Type.Array(Type.Object({ line: Type.Integer(), name: Type.String(), reason: Type.String() })),
});

/** The endpoints every resource has, in the paths and permissions of the console family. */
export function resourceEndpoints(resource: Resource) {
  const { path, texts } = resource;
  const labels = requestLabels(resource);
  const may = (action: string) => ({ permission: `${resource.permission}:${action}` });
  const oneId = Type.Object({ id: Type.Integer({ minimum: 1, maximum: 2147483647 }) });
  return {
    list: endpoint({
      method: 'GET',
      path: `${path}/list`,
      access: may('list'),
      query: listSchema(resource),
      reply: reply.page(rowSchema(resource)),
      texts,
      labels,
    }),
    get: endpoint({
      method: 'GET',
      path: `${path}/:id`,
      access: may('query'),
      params: oneId,
      reply: reply.data(rowSchema(resource)),
      texts,
    }),
    add: endpoint({
      method: 'POST',
      path,
      access: may('add'),
      body: bodySchema(resource, 'add'),
      reply: reply.done,
      texts,
      labels,
    }),
    edit: endpoint({
      method: 'PUT',
      path,
      access: may('edit'),
      body: bodySchema(resource, 'edit'),
      reply: reply.done,
      texts,
      labels,
    }),
    remove: endpoint({
      method: 'DELETE',
      path: `${path}/:ids`,
      access: may('remove'),
      params: Type.Object({ ids: Type.String({ pattern: '^\\d{1,10}(,\\d{1,10}){0,999}$' }) }),
      reply: reply.done,
      texts,
      labels: { ids: 'kit.fields.id' },
    }),
    exportFile: endpoint({
      method: 'POST',
      path: `${path}/export`,
      access: may('export'),
      query: filterSchema(resource),
      body: filterSchema(resource),
      reply: reply.file,
      texts,
      labels,
      log: 'export',
    }),
    exportName: endpoint({
      method: 'GET',
      path: `${path}/export`,
      access: may('export'),
      query: filterSchema(resource),
      reply: reply.message,
      texts,
      labels,
      log: 'export',
    }),
    templateFile: endpoint({
      method: 'POST',
      path: `${path}/importTemplate`,
      access: may('import'),
      reply: reply.file,
      texts,
      log: 'never',
    }),
    templateName: endpoint({
      method: 'GET',
      path: `${path}/importTemplate`,
      access: may('import'),
      reply: reply.message,
      texts,
    }),
    importData: endpoint({
      method: 'POST',
      path: `${path}/importData`,
      access: may('import'),
      query: Type.Object({
        updateSupport: Type.Optional(Type.Unsafe<string>({ type: 'string', maxLength: 5 })),
      }),
      upload: 'file',
      reply: reply.data(importReport),
      texts,
      log: 'import',
    }),
  };
}

export type ResourceEndpoints = ReturnType<typeof resourceEndpoints>;

/** All rows that a form may offer for choosing. */
export function optionsEndpoint(resource: Resource) {
  return endpoint({
    method: 'GET',
    path: `${resource.path}/optionselect`,
    access: 'session',
    reply: reply.data(Type.Array(rowSchema(resource))),
    texts: resource.texts,
  });
}

/** Makes every process forget what it remembers of a cached resource. */
export function refreshEndpoint(resource: Resource) {
  return endpoint({
    method: 'DELETE',
    path: `${resource.path}/refreshCache`,
    aliases: [`${resource.path}/clearCache`],
    access: { permission: `${resource.permission}:remove` },
    reply: reply.done,
    texts: resource.texts,
    log: 'clean',
  });
}
