import type { TSchema } from 'typebox';

/** The parts of JSON Schema that our contracts use. */
interface Shape {
  type?: string | string[];
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
}

/** The number format of the forms: optional sign, no leading zeros, decimals. */
const numeric = /^[+-]?(0|[1-9]\d*)(\.\d+)?$/;

/**
 * Normalises input to the form that the contract describes: unknown keys are dropped, strings trimmed, and digits in
 * strings read as numbers for number fields. An empty value becomes null if null is allowed and is dropped otherwise,
 * so that "required" is reported. The validator handles everything that does not fit.
 */
export function normalise(schema: TSchema | Shape, value: unknown): unknown {
  const shape: Shape = schema;
  if (shape.properties) return normaliseObject(shape, shape.properties, value);
  if (shape.items && Array.isArray(value)) return value.map((item) => normalise(shape.items ?? {}, item));
  return normaliseScalar(shape, value);
}

function normaliseObject(shape: Shape, properties: Record<string, Shape>, value: unknown): unknown {
  if (value === undefined || value === null) return shape.required?.length ? {} : (value ?? {});
  if (typeof value !== 'object' || Array.isArray(value)) return value;
  const given = new Map(Object.entries(value));
  const result: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(properties)) {
    if (!given.has(name)) continue;
    const item = normalise(property, property.items ? readList(given, name) : given.get(name));
    if (item !== null && item !== '') result[name] = item;
    else if (allowsNull(property)) result[name] = null;
  }
  return result;
}

/** A list may be an array, a repeated key, or one text with commas. */
function readList(given: ReadonlyMap<string, unknown>, name: string): unknown {
  const value = given.get(`${name}[]`) ?? given.get(name);
  return typeof value === 'string' && value.trim() !== '' ? value.split(',') : value;
}

function normaliseScalar(shape: Shape, value: unknown): unknown {
  const trimmed = typeof value === 'string' ? value.trim() : value;
  if (acceptsType(shape, 'integer') || acceptsType(shape, 'number')) {
    return typeof trimmed === 'string' && numeric.test(trimmed) ? Number(trimmed) : trimmed;
  }
  if (acceptsType(shape, 'boolean') && !acceptsType(shape, 'string'))
    return trimmed === 'true' ? true : trimmed === 'false' ? false : trimmed;
  if (acceptsType(shape, 'string') && typeof trimmed === 'number') return String(trimmed);
  return trimmed;
}

function acceptsType(shape: Shape, type: string): boolean {
  return Array.isArray(shape.type) ? shape.type.includes(type) : shape.type === type;
}

function allowsNull(shape: Shape): boolean {
  return Array.isArray(shape.type) && shape.type.includes('null');
}
