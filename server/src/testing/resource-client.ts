import type { TestApp } from './app.ts';

type Values = Record<string, unknown>;

/** Sends requests to the endpoints of one resource as one user. */
export function makeResourceClient(t: TestApp, path: string, token: string) {
  const send = async (method: string, below = '', json?: Values) =>
    (await t.send(method, path + below, { token, json })).body;
  return {
    send,
    /** The row of an id; not typed, because tests know its fields. */
    get: async (id: number) => (await send('GET', `/${id}`))['data'] as Values,
    list: async (query = '') => (await send('GET', `/list${query}`))['rows'] as Values[],
    /** Adds a row, finds it by its code, and returns its id. */
    async add(json: Values, [key, id]: readonly [key: string, id: string]): Promise<number> {
      const body = await send('POST', '', json);
      if (body.code !== 200) throw new Error(body.msg);
      const rows = (await send('GET', `/list?${key}=${String(json[key])}&pageSize=1000`))['rows'] as Values[];
      return Number(rows.find((row) => row[key] === json[key])?.[id]);
    },
  };
}
