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
  /** Left out of the table, the form or sheets, where it would only be noise. */
  notIn?: readonly ('table' | 'form' | 'sheet')[];
  /** A column that the table shows to those who choose it. */
  onDemand?: boolean;
  /** What its column may be called in an imported sheet, beside its label. */
  headings?: readonly string[];
  /** Set by the server; what a client sends is dropped. */
  readOnly?: boolean;
  /** Begins a section of the form, under this heading (a translation key). */
  section?: string;
  /** May be given when a row is added, not changed afterwards. */
  fixed?: boolean;
}

interface TextOptions extends FieldOptions {
  max: number;
  pattern?: string;
  /** The same text in English and French stands beside it, in `<name>En` and `<name>Fr`. */
  translated?: boolean;
  /** Stored as a translation key: every reader sees the text in the own language. */
  keyed?: boolean;
}

interface NumberOptions extends FieldOptions {
  min?: number;
  max?: number;
}

interface DecimalOptions extends NumberOptions {
  /** How many decimals a form offers. */
  decimals?: number;
  default?: number;
  /** What is said of any value that does not fit, where people know it by one message. */
  problem?: ErrorKey;
}

interface SecretOptions extends FieldOptions {
  max: number;
  pattern?: string;
}

interface PartsOptions extends FieldOptions {
  /** What each part consists of. */
  of: Readonly<Record<string, Field>>;
  /** No more of them than this. */
  max: number;
  /** Kept apart from the row: its feature reads and writes them. */
  apart?: boolean;
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
  | ({ kind: 'flag'; default: boolean } & FieldOptions)
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

/** A name in three languages: tables show the reader's, the form asks for all. */
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
  // Computed keys widen to string; these three are exactly the ones of Names.
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
 * Written and never sent back: a row says only whether one is set. A text sets it, `false` takes it away, anything else
 * leaves it as it is. Sealed where it is stored.
 */
export function secret<const O extends SecretOptions>(options: O) {
  return { kind: 'secret', notIn: ['table', 'sheet'], ...options } as const;
}

/** A short list of things with fields of their own, which mean nothing without the row. */
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

/** Yes or no, where the program decides by it; what administrators name is a dictionary. */
export function flag<const O extends FieldOptions & { default: boolean }>(options: O) {
  return { kind: 'flag', ...options } as const;
}

/** The id of one record of another kind; a table shows the field `shows` of the same row instead of it. */
export function ref<const O extends FieldOptions & { shows?: string }>(options: O) {
  return { kind: 'ref', ...options } as const;
}

/**
 * The ids of several records of another kind. They are kept apart from the row: its feature reads and writes them. Tables
 * and sheets have the field `shows` of the same row instead, with the names.
 */
export function refs<const O extends FieldOptions & { shows?: string }>(options: O) {
  return { kind: 'refs', notIn: ['table'], ...options } as const;
}

/** Something with parts that the family's clients read from the row; people see it in other fields. */
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

/** Who wrote the row first and last, for the family's clients; people look it up in the operation log. */
export function auditFields() {
  const facts = { readOnly: true, notIn: ['table', 'form', 'sheet'] } as const;
  return {
    createBy: text({ label: 'kit.fields.createBy', max: 64, ...facts }),
    updateBy: text({ label: 'kit.fields.updateBy', max: 64, ...facts }),
    updateTime: { kind: 'dateTime', label: 'kit.fields.updateTime', ...facts },
  } as const;
}
