import type { ErrorKey } from '@limpid/contract/errors';
import type { TestApp } from '../../src/testing/app.ts';

/** 100 ─ 110 ─ 111, 100 ─ 120; everybody who asks is in 110. */
export const places = { root: 100, own: 110, below: 111, beside: 120 } as const;
export type Place = keyof typeof places;

export interface Kind {
  dataScope: string;
  deptIds: number[];
  reaches: Place[];
}

/** The five data scopes, and the departments each reaches. */
export const kinds: Kind[] = [
  { dataScope: '1', deptIds: [], reaches: ['root', 'own', 'below', 'beside'] },
  { dataScope: '2', deptIds: [places.beside], reaches: ['beside'] },
  { dataScope: '3', deptIds: [], reaches: ['own'] },
  { dataScope: '4', deptIds: [], reaches: ['own', 'below'] },
  { dataScope: '5', deptIds: [], reaches: [] },
];

/** Who asks, with what a call may need beside the row it is about. */
export interface Asker {
  t: TestApp;
  userId: number;
  token: string;
  /** A person within reach. */
  someone: number;
  /** A role of the asker's own making. */
  roleId: number;
}

interface Asked {
  path: string;
  json?: object;
}

interface ByRow {
  /** The request about one row. */
  ask: (id: number, asker: Asker) => Asked | Promise<Asked>;
  /** The kind of row, when it is not the subject's own. */
  of?: string;
  /** Rules that may refuse a row within reach: they show that it was found. */
  guards?: ErrorKey[];
  /** How a row out of reach is refused, beside the usual. */
  refusals?: ErrorKey[];
  /** Not asked about the asker's own row, because it would end what they ask with. */
  others?: true;
}

type Listing =
  | { rows: (body: Record<string, unknown>) => number[] }
  /** The first column of a sheet, however the file is fetched. */
  | { sheet: 'file' | 'name' | 'work' };

type List = Listing & {
  of?: string;
  path?: (asker: Asker) => string;
  /** What has to be so before the rows can be in the list at all. */
  prepare?: (asker: Asker, rows: number[]) => Promise<void>;
};

/** What the matrix does with an endpoint: reads a list, asks for one row after another, or nothing, for a reason. */
export type Call = { list: List } | { row: ByRow } | { free: string };

export interface Subject {
  /** Where its endpoints begin; the names of `of`. */
  path: string;
  /** Puts a row into a department. */
  add: (t: TestApp, deptId: number) => Promise<number>;
  /** A row of the asker's own, and the scopes that reach it. */
  mine?: { add: (asker: Asker) => Promise<number>; reachedBy: string[] };
  /** By method and path, with the names of parameters left out. */
  calls: Record<string, Call | Call[]>;
}

type Rows = Record<string, unknown>[];
type Tree = { id: number; children?: Tree }[];

export const readRows = (id: string) => (body: Record<string, unknown>) =>
  // Lists answer in rows, trees and choices in data; a refusal has neither.
  ((body['rows'] ?? body['data'] ?? []) as Rows).map((row) => Number(row[id]));

export function readTree(body: Record<string, unknown>): number[] {
  const flatten = (nodes: Tree): number[] =>
    nodes.flatMap(({ id, children }) => [id, ...flatten(children ?? [])]);
  return flatten((body['data'] ?? []) as Tree);
}

/** The query of a list that begins with the rows made last. */
export const newest = (id: string) => `pageSize=1000&orderByColumn=${id}&isAsc=desc`;

interface Standard {
  path: string;
  id: string;
  /** What a form would send for the row, its id left out. */
  body: (id: number, asker: Asker) => object | Promise<object>;
  /** Rules that may keep a row from being removed. */
  kept?: ErrorKey[];
  /** Rules that may keep it from being changed. */
  fixed?: ErrorKey[];
}

/** What the kit gives every resource: a new one joins with this and a line for each endpoint of its own. */
export function standardCalls({ path, id, body, kept = [], fixed = [] }: Standard): Subject['calls'] {
  return {
    [`GET ${path}/list`]: { list: { rows: readRows(id), path: () => `${path}/list?${newest(id)}` } },
    [`GET ${path}/:`]: { row: { ask: (row) => ({ path: `${path}/${row}` }) } },
    [`PUT ${path}`]: {
      row: {
        ask: async (row, asker) => ({ path, json: { ...(await body(row, asker)), [id]: row } }),
        guards: fixed,
      },
    },
    [`DELETE ${path}/:`]: { row: { ask: (row) => ({ path: `${path}/${row}` }), guards: kept } },
    [`PUT ${path}/changeStatus`]: {
      row: {
        ask: (row) => ({ path: `${path}/changeStatus`, json: { [id]: row, status: '1' } }),
        guards: fixed,
      },
    },
    [`POST ${path}/export`]: { list: { sheet: 'file' } },
    [`GET ${path}/export`]: { list: { sheet: 'name' } },
    [`POST ${path}/exportWork`]: { list: { sheet: 'work' } },
  };
}
