import type { Field } from './field.ts';
import type { Resource } from './resource.ts';

/** The name of a field of the resource. */
export type FieldName<R extends Resource> = keyof R['fields'] & string;

/** Stored outside the row: its feature reads and writes it. */
type KeptApart = { kind: 'refs' } | { kind: 'parts'; apart: true };
/** Never null: a write without a value is refused, or gets the default. */
type NeverNull = { kind: 'id' } | { required: true } | { default: string | number | boolean };

/** The value of a field; unknown for a resource that is only known at run time. */
type Value<F extends Field> = Field extends F
  ? unknown
  : F extends { kind: 'id' | 'integer' | 'number' | 'ref' } | { kind: 'dict'; numeric: true }
    ? number
    : F extends { kind: 'refs' }
      ? number[]
      : F extends { kind: 'flag' }
        ? boolean
        : F extends { kind: 'choice'; values: readonly (infer V)[] }
          ? V
          : F extends { kind: 'parts'; of: infer Of extends Readonly<Record<string, Field>> }
            ? Part<Of>[]
            : F extends { kind: 'json' }
              ? unknown
              : F extends { kind: 'secret' }
                ? string | boolean
                : string;

/** One element of a field with parts. Parts are stored as they were sent, so an optional field may be absent. */
type Part<Of extends Readonly<Record<string, Field>>> = {
  -readonly [K in keyof Of as Of[K] extends { required: true } ? K : never]: Value<Of[K]>;
} & {
  -readonly [K in keyof Of as Of[K] extends { required: true } ? never : K]?: Value<Of[K]> | null;
};

type Nullable<F extends Field> = F extends NeverNull | { kind: 'parts' } ? Value<F> : Value<F> | null;

/**
 * A row on the wire: a secret only says whether it is set; fields stored outside the row are only sent with a single
 * row.
 */
export type RowOf<R extends Resource> = {
  -readonly [K in keyof R['fields'] as R['fields'][K] extends KeptApart ? never : K]: R['fields'][K] extends {
    kind: 'secret';
  }
    ? boolean
    : Nullable<R['fields'][K]>;
} & {
  -readonly [K in keyof R['fields'] as R['fields'][K] extends KeptApart ? K : never]?: Value<R['fields'][K]>;
};

/** A row as its table or view has it: with sealed secrets, and without fields stored outside the row. */
export type StoredRowOf<R extends Resource> = {
  -readonly [K in keyof R['fields'] as R['fields'][K] extends KeptApart ? never : K]: R['fields'][K] extends {
    kind: 'secret';
  }
    ? string | null
    : Nullable<R['fields'][K]>;
};

/** The values of a write: any of the fields. A secret is set by a text and removed by false. */
export type ValuesOf<R extends Resource> = {
  -readonly [K in keyof R['fields']]?: R['fields'][K] extends { kind: 'secret' }
    ? string | boolean
    : Nullable<R['fields'][K]>;
};
