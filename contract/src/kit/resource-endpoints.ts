import Type, { type Static, type TInteger, type TObject, type TUnsafe } from 'typebox';
import { workStarted } from '../work.ts';
import { endpoint, reply } from './endpoint.ts';
import { type Resource, requestLabels } from './resource.ts';
import { bodySchema, filterSchema, listSchema, maxInteger, rowSchema } from './schema.ts';

const importLine = Type.Object({ line: Type.Integer(), name: Type.String(), reason: Type.String() });

const importReport = Type.Object({
  added: Type.Integer(),
  updated: Type.Integer(),
  failed: Type.Array(importLine),
  /** Rows that were added or updated without some of their values, and why. */
  partly: Type.Optional(Type.Array(importLine)),
  /** Secrets for the owners of new rows, such as passwords; shown once and not stored. */
  secrets: Type.Optional(
    Type.Array(Type.Object({ line: Type.Integer(), name: Type.String(), secret: Type.String() })),
  ),
  /** Number of secrets in the result file instead, which can be downloaded once. */
  secretsInFile: Type.Optional(Type.Integer()),
});

export type ImportReport = Static<typeof importReport>;

const cache = new WeakMap<Resource, unknown>();

/** The endpoints every resource has, in the paths and permissions of the console family; built once per resource. */
export function resourceEndpoints<R extends Resource>(resource: R): ResourceEndpoints<R> {
  const endpoints = (cache.get(resource) as ResourceEndpoints<R> | undefined) ?? buildEndpoints(resource);
  cache.set(resource, endpoints);
  return endpoints;
}

function buildEndpoints<R extends Resource>(resource: R) {
  return { ...readEndpoints(resource), ...writeEndpoints(resource), ...sheetEndpoints(resource) };
}

function commonParts(resource: Resource) {
  const may = (action: string) => ({ permission: `${resource.permission}:${action}` });
  return { path: resource.path, texts: resource.texts, labels: requestLabels(resource), may };
}

function readEndpoints<R extends Resource>(resource: R) {
  const { path, texts, labels, may } = commonParts(resource);
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
      params: Type.Object({ id: Type.Integer({ minimum: 1, maximum: maxInteger }) }),
      reply: reply.data(rowSchema(resource)),
      texts,
    }),
  };
}

function writeEndpoints(resource: Resource) {
  const { path, texts, labels, may } = commonParts(resource);
  return {
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
  };
}

/**
 * Files in both spellings of the family: GET responds with a name for `/common/download`, POST with the bytes. Export
 * and import also exist as background work, which responds at once with an id.
 */
function sheetEndpoints(resource: Resource) {
  const { path, texts, labels, may } = commonParts(resource);
  const exporting = {
    path: `${path}/export`,
    access: may('export'),
    query: filterSchema(resource),
    texts,
    labels,
    log: 'export',
  } as const;
  const importing = {
    method: 'POST',
    access: may('import'),
    query: Type.Object({
      updateSupport: Type.Optional(Type.Unsafe<string>({ type: 'string', maxLength: 5 })),
    }),
    upload: 'file',
    texts,
    log: 'import',
  } as const;
  // A template has headings only, the labels of the form.
  const template = { path: `${path}/importTemplate`, access: 'session', texts } as const;
  return {
    exportFile: endpoint({ ...exporting, method: 'POST', body: filterSchema(resource), reply: reply.file }),
    exportName: endpoint({ ...exporting, method: 'GET', reply: reply.message }),
    exportWork: endpoint({
      ...exporting,
      method: 'POST',
      path: `${path}/exportWork`,
      body: filterSchema(resource),
      reply: workStarted,
    }),
    templateFile: endpoint({ ...template, method: 'POST', reply: reply.file, log: 'never' }),
    templateName: endpoint({ ...template, method: 'GET', reply: reply.message }),
    importData: endpoint({ ...importing, path: `${path}/importData`, reply: reply.data(importReport) }),
    importWork: endpoint({ ...importing, path: `${path}/importWork`, reply: workStarted }),
  };
}

export type ResourceEndpoints<R extends Resource = Resource> = ReturnType<typeof buildEndpoints<R>>;

/** An endpoint that lists such rows, at any path. */
export type ListEndpoint<Row> = Omit<ResourceEndpoints['list'], 'path' | 'reply'> & {
  path: string;
  reply: { as: 'page'; row: TUnsafe<Row> };
};

/** An endpoint that reads one such row. */
export type RowEndpoint<Row> = Omit<ResourceEndpoints['get'], 'reply'> & {
  reply: { as: 'data'; schema: TUnsafe<Row> };
};

/** The list of a tree: all rows at once, each with the id of its parent. */
export function treeEndpoint<R extends Resource>(resource: R) {
  const { path, texts, labels, may } = commonParts(resource);
  return endpoint({
    method: 'GET',
    path: `${path}/list`,
    access: may('list'),
    query: filterSchema(resource),
    reply: reply.data(Type.Array(rowSchema(resource))),
    texts,
    labels,
  });
}

/** The body of a status switch; its fields are unknown for a resource that is only known at run time. */
type StatusBody<Id extends string> = string extends Id
  ? TObject
  : TObject<Record<Id, TInteger> & { status: TUnsafe<string> }>;

/** Enables or disables a row. */
export function statusEndpoint<R extends Resource>(resource: R, permission = `${resource.permission}:edit`) {
  return endpoint({
    method: 'PUT',
    path: `${resource.path}/changeStatus`,
    access: { permission },
    // The name of a computed key is lost in its type.
    body: Type.Object({
      [resource.id]: Type.Integer({ minimum: 1, maximum: maxInteger }),
      status: Type.Unsafe<string>({ type: 'string', enum: ['0', '1'] }),
    }) as StatusBody<R['id']>,
    reply: reply.done,
    texts: resource.texts,
    labels: requestLabels(resource),
  });
}

/** All rows that a form offers for choosing. */
export function optionsEndpoint<R extends Resource>(resource: R) {
  return endpoint({
    method: 'GET',
    path: `${resource.path}/optionselect`,
    access: 'session',
    reply: reply.data(Type.Array(rowSchema(resource))),
    texts: resource.texts,
  });
}

/** Clears the cache of the resource in every process. */
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
