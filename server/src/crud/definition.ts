import type { AppError } from '@limpid/contract/errors';
import type { Resource } from '@limpid/contract/kit/resource';
import type { Language } from '@limpid/contract/language';
import type { Caller } from '../platform/auth/caller.ts';
import type { Scope } from '../platform/auth/scope.rule.ts';
import type { ScopeColumns, ScopeRule } from '../platform/auth/scope.store.ts';
import type { Cache } from '../platform/cache.ts';
import type { Database } from '../platform/db/database.ts';
import type { Dictionaries } from '../platform/dictionaries.store.ts';
import type { Secrets } from '../platform/secrets.ts';

/** Column values of a row by field name. */
export type FieldValues = Record<string, unknown>;

/** Who asks, how far they reach, and in which language they are answered. */
export interface Requester {
  caller: Caller;
  scope: Scope;
  language: Language;
}

/** Who writes, and through which connection: inside a transaction, so that a hook's refusal undoes all. */
export interface Writer extends Requester {
  db: Database;
  dictionaries: Dictionaries;
}

/** What a sheet needs to become rows, beside the rules of any write. Made anew for each sheet. */
export interface SheetImport {
  /** Reads the cells of a field in which people write something else than is stored; may refuse. */
  readers?: Record<string, (cell: unknown) => unknown>;
  /** Fields that a row can do without: a bad value is left out with a note, and the others are taken. */
  expendable?: readonly string[];
  /** Fields of existing rows that stay as they are, whatever the sheet says. */
  keeps?: readonly string[];
  /** Columns of a new row that no sheet has, and what its owner has to be told, once. */
  complete?(): Promise<{ values: FieldValues; secret: string }>;
}

export type RowOutcome = 'added' | 'updated';

/** What a resource's rows are stored in, and the points where its own rules come in. */
export interface CrudOptions {
  table: string;
  /** Where rows are read from, when that is more than their table: a view with the same id. */
  view?: string;
  /** A removed row stays in its table, marked, because others name it: `del_flag` becomes 2. */
  keepsRemoved?: boolean;
  /** Whom a row belongs to: its columns, or a rule. With it every read and write stays within the caller's scope. */
  scope?: ScopeColumns | ScopeRule;
  /** May refuse or complete the values. `before` is the stored row when it is being changed. */
  beforeWrite?(values: FieldValues, writer: Writer, before: FieldValues | undefined): Promise<void> | void;
  /** After the row was written, in the same transaction: `given` has the fields that are kept apart as well. */
  afterWrite?(
    id: number,
    given: FieldValues,
    writer: Writer,
    before: FieldValues | undefined,
  ): Promise<void> | void;
  /** What one row has beside its columns. */
  complete?(row: FieldValues, db: Database): Promise<FieldValues>;
  beforeRemove?(row: FieldValues, writer: Writer): Promise<void> | void;
  prepareImport?(writer: Writer): Promise<SheetImport>;
  /**
   * Writes valid rows of a sheet together, instead of one after the other through the hooks above; says for each what
   * became of it or why not. Runs in a transaction that may be repeated.
   */
  writeRows?(
    rows: readonly FieldValues[],
    writer: Writer,
    update: boolean,
  ): Promise<(RowOutcome | AppError)[]>;
  /** What others read these rows through; told to forget when they have changed. */
  cache?: Pick<Cache<unknown>, 'clear'>;
  /** Any person may read the enabled rows, to choose from. */
  offered?: boolean;
}

export interface Definition extends CrudOptions {
  resource: Resource;
  /** Seals what is kept secret; needed where a field is. */
  secrets?: Secrets;
}
