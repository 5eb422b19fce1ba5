import { read, utils } from '@e965/xlsx';
import type { TestApp } from '../../src/testing/app.ts';

export type Values = Record<string, unknown>;
type Answer = Values & { code: number; msg: string };

/** Talks to the server in the words of one generation of the console family. */
export interface FamilyClient {
  get(path: string, query?: Values): Promise<Answer>;
  post(path: string, data?: Values): Promise<Answer>;
  put(path: string, data?: Values, query?: Values): Promise<Answer>;
  delete(path: string): Promise<Answer>;
}

/** 2.x: a flat query that may hold empty texts, JSON bodies, no language. */
export function makeOldClient(t: TestApp, token: string): FamilyClient {
  const ask = async (method: string, path: string, query: Values = {}, data?: Values) =>
    readAnswer(await t.send(method, path + flatQuery(query), { token, json: data }));
  return {
    get: (path, query) => ask('GET', path, query),
    post: (path, data) => ask('POST', path, {}, data),
    put: (path, data, query) => ask('PUT', path, query, data),
    delete: (path) => ask('DELETE', path),
  };
}

/** 3.x with the product's request layer: nested query, empty values left out, `lang` in query and body. */
export function makeNewClient(t: TestApp, token: string, lang = 'zh_CN'): FamilyClient {
  const ask = async (method: string, path: string, query: Values = {}, data?: Values) =>
    readAnswer(
      await t.send(method, `${path}?${nestedQuery({ ...query, lang })}`, {
        token,
        json: method === 'GET' ? undefined : { ...data, lang },
      }),
    );
  return {
    get: (path, query) => ask('GET', path, query),
    post: (path, data) => ask('POST', path, {}, data),
    put: (path, data, query) => ask('PUT', path, query, data),
    delete: (path) => ask('DELETE', path),
  };
}

/** As both request layers do: the verdict is in `code`, whatever the HTTP status; a refusal shows `msg`. */
function readAnswer({ status, body }: Awaited<ReturnType<TestApp['send']>>): Answer {
  if (status !== 200) throw new Error(`HTTP ${status}`);
  if ((body.code ?? 200) !== 200) throw new Error(body.msg);
  return body;
}

function flatQuery(query: Values): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== null && value !== undefined) pairs.append(name, String(value));
  return pairs.size === 0 ? '' : `?${pairs}`;
}

export function nestedQuery(query: Values): string {
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

/** The rows of a list; a test that reads them knows their columns. */
export function rowsOf(answer: Values): Values[] {
  return answer['rows'] as Values[];
}

export function dataOf(answer: Values): Values {
  return answer['data'] as Values;
}

export function listOf(answer: Values): Values[] {
  return answer['data'] as Values[];
}

/** A workbook as another program reads it: its headings, and its rows by heading. */
export function openWorkbook(bytes: Buffer): { header: string[]; rows: Values[] } {
  const book = read(bytes);
  const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {};
  const [header = []] = utils.sheet_to_json<string[]>(sheet, { header: 1 });
  return { header, rows: utils.sheet_to_json<Values>(sheet) };
}
