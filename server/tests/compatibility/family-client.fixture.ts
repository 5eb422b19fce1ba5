import { read, utils } from '@e965/xlsx';
import type { Envelope } from '@limpid/contract/envelope';
import type { TestApp } from '../../src/testing/app.ts';

export type JsonFields = Record<string, unknown>;

/** A client of one generation of the console family. */
export interface FamilyClient {
  get(path: string, query?: JsonFields): Promise<Envelope>;
  post(path: string, data?: JsonFields): Promise<Envelope>;
  put(path: string, data?: JsonFields, query?: JsonFields): Promise<Envelope>;
  delete(path: string): Promise<Envelope>;
}

/** 2.x sends a flat query with empty texts, JSON bodies and no language. */
export function make2xClient(t: TestApp, token: string): FamilyClient {
  const request = async (method: string, path: string, query: JsonFields = {}, data?: JsonFields) =>
    readResponse(await t.send(method, path + flatQuery(query), { token, json: data }));
  return {
    get: (path, query) => request('GET', path, query),
    post: (path, data) => request('POST', path, {}, data),
    put: (path, data, query) => request('PUT', path, query, data),
    delete: (path) => request('DELETE', path),
  };
}

/** 3.x with the product's request layer sends a nested query without empty values, and `lang` in query and body. */
export function make3xClient(t: TestApp, token: string, lang = 'zh_CN'): FamilyClient {
  const request = async (method: string, path: string, query: JsonFields = {}, data?: JsonFields) =>
    readResponse(
      await t.send(method, `${path}?${nestedQuery({ ...query, lang })}`, {
        token,
        json: method === 'GET' ? undefined : { ...data, lang },
      }),
    );
  return {
    get: (path, query) => request('GET', path, query),
    post: (path, data) => request('POST', path, {}, data),
    put: (path, data, query) => request('PUT', path, query, data),
    delete: (path) => request('DELETE', path),
  };
}

/** How the two generations of clients differ. */
export const familyGenerations: {
  generation: string;
  makeClient: (t: TestApp, token: string) => FamilyClient;
  /** The query of a period. */
  days: (begin: string, end: string) => JsonFields;
}[] = [
  {
    generation: '2.x',
    makeClient: make2xClient,
    days: (beginTime, endTime) => ({ beginTime, endTime }),
  },
  {
    generation: '3.x',
    makeClient: make3xClient,
    days: (beginTime, endTime) => ({ params: { beginTime, endTime } }),
  },
];

/** Like the clients, fails by `code` with the text `msg`; the HTTP status is always 200. */
function readResponse({ status, body }: Awaited<ReturnType<TestApp['send']>>): Envelope {
  if (status !== 200) throw new Error(`HTTP ${status}`);
  if ((body.code ?? 200) !== 200) throw new Error(body.msg);
  return body;
}

function flatQuery(query: JsonFields): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== null && value !== undefined) pairs.append(name, String(value));
  return pairs.size === 0 ? '' : `?${pairs}`;
}

export function nestedQuery(query: JsonFields): string {
  const pair = (name: string, value: unknown) =>
    `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}&`;
  const isEmpty = (value: unknown) => value === null || value === undefined || value === '';
  let text = '';
  for (const [name, value] of Object.entries(query)) {
    if (isEmpty(value)) continue;
    if (typeof value !== 'object') text += pair(name, value);
    else
      for (const [key, item] of Object.entries(value ?? {}))
        if (!isEmpty(item)) text += pair(`${name}[${key}]`, item);
  }
  return text;
}

/** The rows of a list; not typed, because tests know their columns. */
export function responseRows(body: JsonFields): JsonFields[] {
  return body['rows'] as JsonFields[];
}

export function responseData(body: JsonFields): JsonFields {
  return body['data'] as JsonFields;
}

export function responseList(body: JsonFields): JsonFields[] {
  return body['data'] as JsonFields[];
}

/** Reads a workbook with another library: its headings, and its rows by heading. */
export function openWorkbook(bytes: Buffer): { header: string[]; rows: JsonFields[] } {
  const book = read(bytes);
  const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {};
  const [header = []] = utils.sheet_to_json<string[]>(sheet, { header: 1 });
  return { header, rows: utils.sheet_to_json<JsonFields>(sheet) };
}
