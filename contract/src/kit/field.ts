import type { ErrorKey } from '../errors.ts';

/**
 * How a list can be filtered by a field: part of the text, the exact value, any of several values (`<name>s`, beside
 * the exact one), a range of days, or a department together with all below it. `known` is `like` for a name that
 * millions of rows share: the database keeps each such name once, in `known_name`.
 */
type Search = 'like' | 'known' | 'exact' | 'anyOf' | 'range' | 'below';

interface FieldOptions {
  /** Translation key of the label; by default `<resource texts>.fields.<name>`. */
  label?: string;
  required?: boolean;
  search?: Search;
  /** The column by which rows are sorted instead, such as the rank of a severity. */
  sortedBy?: string;
  /** Where the field is left out. */
  notIn?: readonly ('table' | 'form' | 'sheet')[];
  /** Hidden in the table until a user shows the column. */
  onDemand?: boolean;
  /** Further headings of its column in an imported sheet, beside its label. */
  headings?: readonly string[];
  /** Set by the server; a value from a client is ignored. */
  readOnly?: boolean;
  /** Begins a section of the form, under this heading (a translation key). */
  section?: string;
  /** Can be set when a row is added, not changed afterwards. */
  fixed?: boolean;
}

interface TextOptions extends FieldOptions {
  max: number;
  pattern?: string;
  default?: string;
  /** The fields `<name>En` and `<name>Fr` hold its translations. */
  translated?: boolean;
  /** Stored as a translation key and shown in the language of the reader. */
  keyed?: boolean;
}

interface NumberOptions extends FieldOptions {
  min?: number;
  max?: number;
}

interface DecimalOptions extends NumberOptions {
  /** Number of decimals in a form. */
  decimals?: number;
  default?: number;
  /** One message for every invalid value. */
  problem?: ErrorKey;
}

interface SecretOptions extends FieldOptions {
  max: number;
  pattern?: string;
}

interface PartsOptions extends FieldOptions {
  /** The fields of a part. */
  of: Readonly<Record<string, Field>>;
  /** Maximum number of parts. */
  max: number;
  /** Stored outside the row: its feature reads and writes them. */
  apart?: boolean;
  /** The field by which a stored part is found again, so that it keeps its secrets. */
  key?: string;
}

interface ChoiceOptions extends FieldOptions {
  default?: string;
}

export type Field =
  | ({ kind: 'id' } & FieldOptions)
  | ({ kind: 'text' | 'longText' } & TextOptions)
  | ({ kind: 'integer' } & NumberOptions & { default?: number })
  | ({ kind: 'number' } & DecimalOptions)
  | ({ kind: 'secret' } & SecretOptions)
  | ({ kind: 'parts' } & PartsOptions)
  | ({ kind: 'dict'; dict: string; numeric?: boolean } & ChoiceOptions)
  | ({ kind: 'choice'; values: readonly string[] } & ChoiceOptions)
  | ({ kind: 'flag'; default: boolean; inSheet?: boolean } & FieldOptions)
  | ({ kind: 'dateTime' } & FieldOptions)
  | ({ kind: 'ref'; shows?: string } & FieldOptions)
  | ({ kind: 'refs'; shows?: string } & FieldOptions)
  | ({ kind: 'json'; readOnly: true } & FieldOptions);

export type FieldKind = Field['kind'];

export function id() {
  return { kind: 'id', label: 'kit.fields.id', readOnly: true } as const;
}

export function text<const O extends TextOptions>(options: O) {
  return { kind: 'text', ...options } as const;
}

type NameFields<N extends string, O> = Record<N, { kind: 'text'; translated: true } & O> &
  Record<`${N}En` | `${N}Fr`, { kind: 'text'; max: number; notIn: readonly ['table'] }>;

/** A name in three languages: tables show the reader's, the form has all three. */
export function nameFields<const N extends string, const O extends TextOptions>(
  name: N,
  options: O,
): NameFields<N, O> {
  const variant = { kind: 'text', max: options.max, notIn: ['table'] } as const;
  const fields = {
    [name]: { kind: 'text', ...options, translated: true },
    [`${name}En`]: variant,
    [`${name}Fr`]: variant,
  };
  // Computed keys widen to string; these three are exactly the ones of NameFields.
  return fields as NameFields<N, O>;
}

export function longText<const O extends TextOptions>(options: O) {
  return { kind: 'longText', ...options } as const;
}

export function integer<const O extends NumberOptions & { default?: number }>(options: O) {
  return { kind: 'integer', ...options } as const;
}

/** A number with decimals. */
export function number<const O extends DecimalOptions>(options: O) {
  return { kind: 'number', ...options } as const;
}

/**
 * Can be written but not read: a row has only whether it is set. A text sets it, `false` removes it, anything else keeps
 * it. Stored encrypted.
 */
export function secret<const O extends SecretOptions>(options: O) {
  return { kind: 'secret', notIn: ['table', 'sheet'], ...options } as const;
}

/** A short list of objects that belong to the row. */
export function parts<const O extends PartsOptions>(options: O) {
  return { kind: 'parts', notIn: ['table', 'sheet'], ...options } as const;
}

/** One value of a dictionary that administrators maintain; `numeric` where the family stores and sends numbers. */
export function dict<const O extends ChoiceOptions & { numeric?: boolean }>(name: string, options: O) {
  return { kind: 'dict', dict: name, ...options } as const;
}

/** One value of a list that is part of the program; labels are `<label key>_<value>`. */
export function choice<const V extends readonly string[], const O extends ChoiceOptions>(
  values: V,
  options: O,
) {
  return { kind: 'choice', values, ...options } as const;
}

/** A boolean that the program evaluates; options that administrators can rename are dictionaries. */
export function flag<const O extends FieldOptions & { default: boolean }>(options: O) {
  return { kind: 'flag', ...options } as const;
}

/** A reference by id; a table shows the field `shows` of the same row instead. */
export function ref<const O extends FieldOptions & { shows?: string }>(options: O) {
  return { kind: 'ref', ...options } as const;
}

/**
 * References by ids, stored outside the row: its feature reads and writes them. Tables and sheets show the field `shows`
 * of the same row instead, with the names.
 */
export function refs<const O extends FieldOptions & { shows?: string }>(options: O) {
  return { kind: 'refs', notIn: ['table'], ...options } as const;
}

/** An object for the family's clients; our screens show its contents in other fields. */
export function json() {
  return { kind: 'json', readOnly: true, notIn: ['table', 'form'] } as const;
}

export function remark() {
  return longText({ label: 'kit.fields.remark', max: 500, notIn: ['table'] });
}

export function createTime() {
  return {
    kind: 'dateTime',
    label: 'kit.fields.createTime',
    search: 'range',
    notIn: ['form'],
    readOnly: true,
  } as const;
}

/** Creator and last editor of the row, for the family's clients; our screens have the operation log. */
export function auditFields() {
  const facts = { readOnly: true, notIn: ['table', 'form', 'sheet'] } as const;
  return {
    createBy: text({ label: 'kit.fields.createBy', max: 64, ...facts }),
    updateBy: text({ label: 'kit.fields.updateBy', max: 64, ...facts }),
    updateTime: { kind: 'dateTime', label: 'kit.fields.updateTime', ...facts },
  } as const;
}
