import type { ErrorKey } from '@limpid/contract/errors';
import type { TestApp } from '../../src/testing/app.ts';

/** 100 ─ 110 ─ 111, 100 ─ 120; all callers are in 110. */
export const scopeDepartments = { root: 100, own: 110, below: 111, beside: 120 } as const;
export type ScopeDepartment = keyof typeof scopeDepartments;

export interface DataScopeCase {
  dataScope: string;
  deptIds: number[];
  reaches: ScopeDepartment[];
}

/** The five data scopes and their departments. */
export const dataScopeCases: DataScopeCase[] = [
  { dataScope: '1', deptIds: [], reaches: ['root', 'own', 'below', 'beside'] },
  { dataScope: '2', deptIds: [scopeDepartments.beside], reaches: ['beside'] },
  { dataScope: '3', deptIds: [], reaches: ['own'] },
  { dataScope: '4', deptIds: [], reaches: ['own', 'below'] },
  { dataScope: '5', deptIds: [], reaches: [] },
];

/** The caller, and rows that a request may need besides its own. */
export interface ScopeCaller {
  t: TestApp;
  userId: number;
  token: string;
  /** A user in the caller's data scope. */
  otherUserId: number;
  /** A role that the caller added. */
  roleId: number;
}

interface ScopeRequest {
  path: string;
  json?: object;
}

interface RowCheck {
  request: (id: number, caller: ScopeCaller) => ScopeRequest | Promise<ScopeRequest>;
  /** The path of the subject whose rows are used; the subject's own by default. */
  of?: string;
  /** Errors that also prove that the row was found. */
  guards?: ErrorKey[];
  /** Additional errors for a row outside the data scope. */
  refusals?: ErrorKey[];
  /** Skips the caller's own row, because the request would end the caller's session. */
  skipOwnRow?: true;
}

type Listing =
  | { rows: (body: Record<string, unknown>) => number[] }
  /** The ids are the first column of an exported sheet, or belong to the codes there. */
  | { sheet: 'file' | 'name' | 'work'; findIds?: (t: TestApp, codes: string[]) => Promise<number[]> };

type ListCheck = Listing & {
  of?: string;
  path?: (caller: ScopeCaller) => string;
  /** The body of the request. */
  json?: object;
  /** Makes the rows eligible for the list. */
  prepare?: (caller: ScopeCaller, rows: number[]) => Promise<void>;
};

/** How the matrix checks an endpoint: by its list, row by row, or not at all, with the reason. */
export type ScopeCheck = { list: ListCheck } | { row: RowCheck } | { exempt: string };

export interface ScopeSubject {
  /** The common path of its endpoints; `of` refers to it. */
  path: string;
  /** Adds a row to a department. */
  add: (t: TestApp, deptId: number) => Promise<number>;
  /** Rows of the departments above can be read as well. */
  readsAbove?: true;
  /** A row that belongs to the caller, and the data scopes that include it. */
  ownRow?: { add: (caller: ScopeCaller) => Promise<number>; reachedBy: string[] };
  /** By method and path, without the names of parameters. */
  calls: Record<string, ScopeCheck | ScopeCheck[]>;
}

type Rows = Record<string, unknown>[];
type Tree = { id: number; children?: Tree }[];

export const readRows = (id: string) => (body: Record<string, unknown>) =>
  // Lists return `rows`, trees and options `data`; an error has neither.
  ((body['rows'] ?? body['data'] ?? []) as Rows).map((row) => Number(row[id]));

export function readTree(body: Record<string, unknown>): number[] {
  const flatten = (nodes: Tree): number[] =>
    nodes.flatMap(({ id, children }) => [id, ...flatten(children ?? [])]);
  return flatten((body['data'] ?? []) as Tree);
}

/** The query of a list that starts with the newest rows. */
export const newestFirstQuery = (id: string) => `pageSize=1000&orderByColumn=${id}&isAsc=desc`;

interface StandardResource {
  path: string;
  id: string;
  /** The body of an edit without the id. */
  body: (id: number, caller: ScopeCaller) => object | Promise<object>;
  /** Errors that may prevent the removal of a row. */
  kept?: ErrorKey[];
  /** Errors that may prevent a change. */
  fixed?: ErrorKey[];
}

/** Checks of the kit's endpoints; a resource adds a line for each of its other endpoints. */
export function standardCalls({
  path,
  id,
  body,
  kept = [],
  fixed = [],
}: StandardResource): ScopeSubject['calls'] {
  return {
    [`GET ${path}/list`]: {
      list: { rows: readRows(id), path: () => `${path}/list?${newestFirstQuery(id)}` },
    },
    [`GET ${path}/:`]: { row: { request: (row) => ({ path: `${path}/${row}` }) } },
    [`PUT ${path}`]: {
      row: {
        request: async (row, caller) => ({ path, json: { ...(await body(row, caller)), [id]: row } }),
        guards: fixed,
      },
    },
    [`DELETE ${path}/:`]: { row: { request: (row) => ({ path: `${path}/${row}` }), guards: kept } },
    [`PUT ${path}/changeStatus`]: {
      row: {
        request: (row) => ({ path: `${path}/changeStatus`, json: { [id]: row, status: '1' } }),
        guards: fixed,
      },
    },
    [`POST ${path}/export`]: { list: { sheet: 'file' } },
    [`GET ${path}/export`]: { list: { sheet: 'name' } },
    [`POST ${path}/exportWork`]: { list: { sheet: 'work' } },
  };
}
