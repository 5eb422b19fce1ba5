import Type, { type Static, type TObject, type TProperties, type TSchema, type TUnsafe } from 'typebox';
import type { ErrorKey } from '../errors.ts';
import type { Field } from './field.ts';
import { fieldEntries, isWritable, type Resource } from './resource.ts';
import type { RowOf } from './row.ts';

const dateTimePattern = '^\\d{4}-\\d{2}-\\d{2}( \\d{2}:\\d{2}(:\\d{2})?)?$';
/** Text without HTML tags; a `<` that begins no tag, as in `a < b`, is allowed. */
export const plainPattern = '^[^<]*(?:<(?![a-zA-Z/!?])[^<]*)*$';
const maxPageSize = 1000;
const maxRefs = 10_000;
/** The maximum of PostgreSQL's `integer`, the type of ids and whole numbers. */
export const maxInteger = 2147483647;
/** Larger numbers are not needed, and JavaScript would soon print them with exponents. */
const maxNumber = 1e15;

interface ValueShape {
  type: string | string[];
  items?: TSchema;
  enum?: readonly (string | null)[];
  [rule: string]: unknown;
}

function valueShape(field: Field): ValueShape {
  switch (field.kind) {
    case 'id':
      return { type: 'integer', minimum: 1, maximum: maxInteger };
    case 'integer':
      return { type: 'integer', minimum: field.min ?? -maxInteger, maximum: field.max ?? maxInteger };
    case 'number':
      return {
        type: 'number',
        minimum: field.min ?? -maxNumber,
        maximum: field.max ?? maxNumber,
        ...(field.problem && { problem: field.problem }),
      };
    case 'secret': {
      const { max, pattern } = field;
      return { type: ['string', 'boolean'], maxLength: max, ...(pattern && { pattern }) };
    }
    case 'parts':
      return { type: 'array', maxItems: field.max, items: partSchema(field.of) };
    case 'text':
    case 'longText':
      return { type: 'string', maxLength: field.max, ...(field.pattern && { pattern: field.pattern }) };
    case 'dict':
      if (field.numeric) return { type: 'integer', minimum: 0, maximum: maxInteger };
      return { type: 'string', maxLength: 100 };
    case 'choice':
      return { type: 'string', enum: field.values };
    case 'flag':
      return { type: 'boolean' };
    case 'dateTime':
      return { type: 'string', pattern: dateTimePattern };
    case 'ref':
      return { type: 'integer', minimum: 0, maximum: maxInteger };
    case 'refs':
      return { type: 'array', maxItems: maxRefs, items: Type.Integer({ minimum: 1, maximum: maxInteger }) };
    case 'json':
      return { type: 'object', additionalProperties: true };
  }
}

function partSchema(of: Readonly<Record<string, Field>>): TObject {
  return Type.Object(
    Object.fromEntries(Object.entries(of).map(([name, field]) => [name, inputSchema(field)])),
  );
}

/** Null empties a field; a field with a default is left out instead, and gets its default. */
function inputSchema(field: Field): TSchema {
  const shape = valueShape(field);
  if (field.required) return Type.Unsafe(shape);
  // Without a value a secret stays as it is; a list of parts is empty rather than null.
  if (field.kind === 'secret' || field.kind === 'parts') return Type.Optional(Type.Unsafe(shape));
  if ('default' in field && field.default !== undefined) return Type.Optional(Type.Unsafe(shape));
  const values = shape.enum && { enum: [...shape.enum, null] };
  return Type.Optional(Type.Unsafe({ ...shape, type: [shape.type, 'null'].flat(), ...values }));
}

/** The error of a text that does not match its pattern. */
export function patternProblem(pattern: unknown): ErrorKey {
  if (pattern === dateTimePattern) return 'field.date';
  return pattern === plainPattern ? 'field.markup' : 'field.pattern';
}

/** Rows have all fields; an empty one is null, as the family's clients expect. */
export function rowSchema<R extends Resource>(resource: R): TUnsafe<RowOf<R>> {
  return Type.Unsafe<RowOf<R>>(describeOutput(fieldEntries(resource)));
}

/** A row with properties beside the fields of its resource. */
export function extendedRowSchema<R extends Resource, P extends TProperties>(
  resource: R,
  properties: P,
): TUnsafe<RowOf<R> & Static<TObject<P>>> {
  const { properties: fields } = describeOutput(fieldEntries(resource));
  return Type.Unsafe<RowOf<R> & Static<TObject<P>>>(Type.Object({ ...fields, ...properties }));
}

function describeOutput(fields: readonly [string, Field][]): TObject {
  return Type.Object(Object.fromEntries(fields.map(([name, field]) => [name, outputSchema(field)])));
}

function outputSchema(field: Field): TSchema {
  const { type, items } = valueShape(field);
  if (field.kind === 'id') return Type.Integer();
  // Only the response for a single row has them.
  if (field.kind === 'refs') return Type.Optional(Type.Unsafe({ type, items }));
  if (field.kind === 'secret') return Type.Boolean();
  if (field.kind === 'parts') {
    const list = Type.Array(describeOutput(Object.entries(field.of)));
    return field.apart ? Type.Optional(list) : list;
  }
  if (field.kind === 'json') return Type.Unsafe({ type, nullable: true, additionalProperties: true });
  return Type.Unsafe({ type: [type, 'null'].flat() });
}

export function bodySchema(resource: Resource, purpose: 'add' | 'edit'): TObject {
  const properties: Record<string, TSchema> = {};
  if (purpose === 'edit') properties[resource.id] = Type.Unsafe(valueShape({ kind: 'id' }));
  for (const [name, field] of fieldEntries(resource)) {
    if (isWritable(field)) properties[name] = inputSchema(field);
  }
  return Type.Object(properties);
}

const pageQuery = {
  pageNum: Type.Optional(Type.Integer({ minimum: 1, maximum: maxInteger })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: maxPageSize })),
  orderByColumn: Type.Optional(Type.String({ maxLength: 64 })),
  isAsc: Type.Optional(Type.String({ maxLength: 16 })),
};

const day = Type.Optional(Type.String({ pattern: dateTimePattern }));

/** Filters of a list; the range comes at the top level (2.x) or inside `params` (3.x). */
export function filterSchema(resource: Resource): TObject {
  const properties: Record<string, TSchema> = {};
  for (const [name, field] of fieldEntries(resource)) {
    if (field.search === 'range') {
      properties['beginTime'] = day;
      properties['endTime'] = day;
      properties['params'] = Type.Optional(Type.Object({ beginTime: day, endTime: day }));
    } else if (field.search) {
      const isText = valueShape(field).type === 'string';
      const number = Type.Integer({ minimum: -maxInteger, maximum: maxInteger });
      const value = isText ? Type.String({ maxLength: 200 }) : number;
      properties[name] = Type.Optional(value);
      if (field.search === 'anyOf')
        properties[`${name}s`] = Type.Optional(Type.Array(value, { maxItems: 100 }));
    }
  }
  return Type.Object(properties);
}

export function listSchema(resource: Resource): TObject {
  return Type.Object({ ...filterSchema(resource).properties, ...pageQuery });
}
