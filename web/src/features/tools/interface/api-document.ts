/** The parts of an OpenAPI document that the page shows. */
export interface Schema {
  type?: string | string[];
  enum?: unknown[];
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
}

interface Parameter {
  name: string;
  in: 'path' | 'query';
  required?: boolean;
  schema: Schema;
}

type Content = Record<string, { schema?: Schema }>;

interface DocumentedOperation {
  tags: string[];
  operationId: string;
  deprecated?: boolean;
  security: unknown[];
  'x-permission'?: string;
  parameters: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content: Content }>;
}

export interface ApiDocument {
  info: { version: string };
  paths: Record<string, Record<string, DocumentedOperation>>;
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  /** The key prefix of the area's texts. */
  area: string;
  permission: string | undefined;
  isPublic: boolean;
  /** Another path of the same operation. */
  isAlias: boolean;
  parameters: Parameter[];
  body: { type: string; schema: Schema | undefined } | undefined;
  response: Schema | undefined;
}

export function listOperations({ paths }: ApiDocument): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => readOperation(path, method, operation)),
  );
}

function readOperation(path: string, method: string, operation: DocumentedOperation): Operation {
  const [body] = Object.entries(operation.requestBody?.content ?? {});
  const [response] = Object.values(operation.responses['200']?.content ?? {});
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    area: operation.tags[0] ?? '',
    permission: operation['x-permission'],
    isPublic: operation.security.length === 0,
    isAlias: operation.deprecated === true,
    parameters: operation.parameters,
    body: body && { type: body[0], schema: body[1].schema },
    response: response?.schema,
  };
}

/** Every word must occur in the path, the method, the permission or the title. */
export function findOperations(
  operations: readonly Operation[],
  search: string,
  titleOf: (area: string) => string,
): Operation[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return operations.filter(({ method, path, permission, area }) => {
    const text = `${method} ${path} ${permission ?? ''} ${titleOf(area)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export interface SchemaRow {
  /** The path of the field, such as `rows[].postId`. */
  place: string;
  type: string;
  required: boolean;
  /** Limits and patterns in a short form. */
  rules: string;
}

/** The fields of a schema, one line each, nested ones after their parent. */
export function listSchemaRows(schema: Schema | undefined, place = '', required = false): SchemaRow[] {
  if (!schema) return [];
  const row = place === '' ? [] : [{ place, type: typeOf(schema), required, rules: rulesOf(schema) }];
  const inside = Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    listSchemaRows(property, place ? `${place}.${name}` : name, schema.required?.includes(name)),
  );
  const items = schema.items?.properties ? listSchemaRows(schema.items, `${place}[]`).slice(1) : [];
  return [...row, ...inside, ...items];
}

function typeOf({ type, items, format }: Schema): string {
  const name = [type ?? 'any'].flat().join(' | ');
  if (items) return `${name} <${typeOf(items)}>`;
  return format ? `${name} (${format})` : name;
}

function rulesOf(schema: Schema): string {
  const { minimum, maximum, minLength, maxLength, maxItems, pattern } = schema;
  const rules = [
    minimum !== undefined && `≥ ${minimum}`,
    maximum !== undefined && `≤ ${maximum}`,
    minLength !== undefined && `length ≥ ${minLength}`,
    maxLength !== undefined && `length ≤ ${maxLength}`,
    maxItems !== undefined && `count ≤ ${maxItems}`,
    pattern && `/${pattern}/`,
    schema.enum?.map((value) => JSON.stringify(value)).join(' · '),
  ];
  return rules.filter(Boolean).join(', ');
}

/** An initial body with all required fields, empty. */
export function sampleBody(schema: Schema | undefined): string {
  const fields = (schema?.required ?? []).map((name) => [name, sampleValue(schema?.properties?.[name])]);
  return JSON.stringify(Object.fromEntries(fields), null, 2);
}

function sampleValue(schema: Schema | undefined): unknown {
  const [type] = [schema?.type ?? 'string'].flat();
  if (schema?.enum) return schema.enum[0];
  if (type === 'integer' || type === 'number') return schema?.minimum ?? 0;
  if (type === 'boolean') return false;
  if (type === 'array') return [];
  return type === 'object' ? {} : '';
}
