import type { AppError } from '@limpid/contract/errors';
import type { Resource } from '@limpid/contract/kit/resource';
import type { FieldName, RowOf, StoredRowOf, ValuesOf } from '@limpid/contract/kit/row';
import type { Language } from '@limpid/contract/language';
import type { Caller } from '../platform/auth/caller.ts';
import type { Scope } from '../platform/auth/scope.rule.ts';
import type { ScopeColumns, ScopeRule } from '../platform/auth/scope.store.ts';
import type { Cache } from '../platform/cache.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { Dictionaries } from '../platform/dictionaries.store.ts';
import type { Secrets } from '../platform/secrets.ts';

/** Values by field name, of a resource that is known at run time only. */
export type FieldValues = Record<string, unknown>;

/** Columns that hooks read and write beside the fields of a resource, or in another form than the field's. */
type Columns = Record<never, never>;

/** A row as hooks read it from the table or view of the resource. */
export type StoredRow<R extends Resource, C extends Columns = Columns> = Omit<StoredRowOf<R>, keyof C> & C;

/** Values on their way into the table of the resource. */
export type WriteValues<R extends Resource, C extends Columns = Columns> = Omit<ValuesOf<R>, keyof C> &
  Partial<C>;

/** The caller of a request with their data scope, and the language of the response. */
export interface Requester {
  caller: Caller;
  scope: Scope;
  language: Language;
}

/** The caller of a write and its transaction: a hook that fails undoes everything. */
export interface Writer extends Requester {
  db: Database;
  clock: Clock;
  dictionaries: Dictionaries;
  /** Whether the row is a line of a sheet. */
  isImport?: boolean;
}

/** How the cells of one sheet become rows; the rules of every write apply as well. Each import creates its own. */
export interface SheetImport<R extends Resource = Resource, C extends Columns = Columns> {
  /** Convert the cells of a field in which people write something else than is stored; may refuse. */
  readers?: { [K in FieldName<R>]?: (cell: unknown) => unknown };
  /** Fields that a row can do without: an invalid value is left out and reported, the rest of the row is imported. */
  expendable?: readonly FieldName<R>[];
  /** Fields of existing rows that an import leaves as they are. */
  keeps?: readonly FieldName<R>[];
  /** Columns of a new row that no sheet has, and a secret for its owner that is shown once. */
  complete?(): Promise<{ values: WriteValues<R, C>; secret: string }>;
}

export type RowOutcome = 'added' | 'updated';

/**
 * Where the rows of a resource are stored, and the hooks for its own rules. Hooks are methods on purpose: TypeScript
 * compares their parameters both ways, so the kit can call those of any resource.
 */
export interface CrudOptions<R extends Resource = Resource, C extends Columns = Columns> {
  table: string;
  /** A view with the same id, where rows are read from when they have more than the columns of their table. */
  view?: string;
  /**
   * A list of 100,000 rows and more: they are filtered, sorted and counted in the table instead of the view, so the table
   * has every column that this needs; totals that take long to count are estimated.
   */
  isLarge?: boolean;
  /**
   * For a field that repeats the name of another table's row: that table, and the id by which rows refer to it. Parts of
   * names that too many names contain are looked up there, because it has far fewer rows.
   */
  namedRows?: Record<string, { table: string; id: string }>;
  /**
   * A table with a column `count` of rows by these columns, kept exact by triggers: totals are read from it. Rows with 0 in
   * the column of departments count those of all departments.
   */
  tally?: { table: string; columns: readonly string[]; dept: string };
  /** A removed row stays in its table because others refer to it: `del_flag` becomes 2. */
  keepsRemoved?: boolean;
  /** The owner of a row, by columns or by a rule. With it every read and write stays within the caller's data scope. */
  scope?: ScopeColumns | ScopeRule;
  /** Rows that may be read beside those that may be written, such as what a department above has decided. */
  readScope?: ScopeRule;
  /** May refuse or complete the values. `before` is the stored row when it is being changed. */
  beforeWrite?(
    values: WriteValues<R, C>,
    writer: Writer,
    before: StoredRow<R, C> | undefined,
  ): Promise<void> | void;
  /** Runs after the row was written, in the same transaction; `given` has the fields that are kept apart as well. */
  afterWrite?(
    id: number,
    given: WriteValues<R, C>,
    writer: Writer,
    before: StoredRow<R, C> | undefined,
  ): Promise<void> | void;
  /** Adds what is kept apart to a row that is read alone. */
  complete?(row: RowOf<R>, db: Database, requester: Requester): Promise<RowOf<R>>;
  beforeRemove?(row: StoredRow<R, C>, writer: Writer): Promise<void> | void;
  prepareImport?(writer: Writer): Promise<SheetImport<R, C>>;
  /**
   * Writes valid rows of a sheet together, instead of one by one through the hooks above; returns for each its outcome
   * or why it was refused. Runs in a transaction that may be repeated.
   */
  writeRows?(
    rows: readonly WriteValues<R, C>[],
    writer: Writer,
    update: boolean,
  ): Promise<(RowOutcome | AppError)[]>;
  /** The cache through which others read these rows; cleared when they change. */
  cache?: Pick<Cache<unknown>, 'clear'>;
  /** Every session may list the enabled rows, to choose from. */
  offered?: boolean;
}

export interface Definition<R extends Resource = Resource, C extends Columns = Columns>
  extends CrudOptions<R, C> {
  resource: R;
  /** Seals secret fields; required where the resource has one. */
  secrets?: Secrets;
}
