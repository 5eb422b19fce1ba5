import { type ErrorKey, type ErrorParams, fail } from '@limpid/contract/errors';
import type { Endpoint } from '@limpid/contract/kit/endpoint';
import { patternProblem } from '@limpid/contract/kit/schema';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { hasText } from '../../texts.ts';
import { normalise } from './normalise.ts';

export interface FieldProblem {
  key: ErrorKey;
  field: string;
  params: ErrorParams;
}

/** Where the labels of fields come from. */
type LabelSource = Pick<Endpoint, 'texts' | 'labels'>;

/** Reads one part of a request; throws the first problem, with the labels of the form. */
export function makeInputReader(schema: TSchema | undefined, words: LabelSource) {
  const check = schema && makeInputCheck(schema, words);
  return (value: unknown): unknown => {
    if (!check) return {};
    const { value: clean, problems } = check(value);
    const first = problems[0];
    if (first) fail(first.key, first.params, first.field);
    return clean;
  };
}

/** Normalises and validates a value, and lists all of its problems. */
export function makeInputCheck(schema: TSchema, words: LabelSource) {
  let compiled: ReturnType<typeof Compile<TSchema>> | undefined;
  return (value: unknown): { value: unknown; problems: FieldProblem[] } => {
    // Compiled on first use: compiling the schemas of all routes would slow down every start.
    compiled ??= Compile(schema);
    const validator = compiled;
    const clean = normalise(schema, value);
    if (!validator.Check(clean)) {
      return {
        value: clean,
        problems: validator.Errors(clean).flatMap((error) => describe(error, words, schema)),
      };
    }
    const odd = findUnstorable(clean, '');
    const problems = odd === undefined ? [] : [problem('field.unknown_character', odd, words)];
    return { value: clean, problems };
  };
}

interface SchemaError {
  keyword: string;
  instancePath: string;
  params: object;
}

const limits: Record<string, ErrorKey> = {
  maxLength: 'field.max',
  minLength: 'field.min',
  minimum: 'field.min_value',
  maximum: 'field.max_value',
};

function describe(error: SchemaError, words: LabelSource, schema: TSchema): FieldProblem[] {
  const params = new Map<string, unknown>(Object.entries(error.params));
  // A problem of one item of a list is reported for the list.
  const field = error.instancePath.split('/').findLast((part) => !/^\d+$/.test(part)) ?? '';
  if (error.keyword === 'type' && field === '') return [{ key: 'request.broken_json', field, params: {} }];
  if (error.keyword === 'required') {
    const missing = params.get('requiredProperties');
    return (Array.isArray(missing) ? missing : []).map((name) =>
      problem('field.required', String(name), words),
    );
  }
  const declared = findDeclaredProblem(schema, field);
  if (declared) return [problem(declared, field, words)];
  const limit = limits[error.keyword];
  if (limit) return [problem(limit, field, words, { limit: Number(params.get('limit')) })];
  if (error.keyword === 'enum') return [problem('field.choice', field, words)];
  if (error.keyword === 'pattern') return [problem(patternProblem(params.get('pattern')), field, words)];
  if (error.keyword === 'type' && params.get('type') === 'integer')
    return [problem('field.integer', field, words)];
  if (error.keyword === 'maxItems')
    return [problem('field.max_items', field, words, { limit: Number(params.get('limit')) })];
  return [problem('field.type', field, words)];
}

/** The message that the contract defines for every invalid value of the field. */
function findDeclaredProblem(schema: TSchema, field: string): ErrorKey | undefined {
  const shapes: Record<string, { problem?: ErrorKey }> =
    'properties' in schema ? Object(schema.properties) : {};
  return Object.hasOwn(shapes, field) ? shapes[field]?.problem : undefined;
}

function problem(key: ErrorKey, field: string, words: LabelSource, params: ErrorParams = {}): FieldProblem {
  return { key, field, params: { ...params, label: labelKey(words, field) } };
}

/** The label of a field: the endpoint's own, else the shared one, else its name. */
export function labelKey({ texts, labels }: LabelSource, field: string): string {
  const keys = [`${texts}.fields.${field}`, `kit.fields.${field}`];
  return labels?.[field] ?? keys.find((key) => hasText('zh', key)) ?? field;
}

/**
 * PostgreSQL's text type allows neither NUL nor half a surrogate pair: they are refused rather than silently changed.
 */
function findUnstorable(value: unknown, field: string): string | undefined {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? field : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, item] of Object.entries(value)) {
    const odd = findUnstorable(item, Array.isArray(value) ? field : name);
    if (odd !== undefined) return odd;
  }
  return undefined;
}
