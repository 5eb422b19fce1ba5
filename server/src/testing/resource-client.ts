import { translate } from '../platform/texts.ts';
import type { TestApp } from './app.ts';

type Values = Record<string, unknown>;

/** Talks to the endpoints of one resource as one person. */
export function talkTo(t: TestApp, path: string, token: string) {
  const send = async (method: string, below = '', json?: Values) =>
    (await t.send(method, path + below, { token, json })).body;
  return {
    send,
    /** The row of an id; what a test reads of it, it knows. */
    get: async (id: number) => (await send('GET', `/${id}`))['data'] as Values,
    list: async (query = '') => (await send('GET', `/list${query}`))['rows'] as Values[],
    /** Adds a row, finds it by its code, and gives its id. */
    async add(json: Values, [key, id]: readonly [key: string, id: string]): Promise<number> {
      const body = await send('POST', '', json);
      if (body.code !== 200) throw new Error(body.msg);
      const rows = (await send('GET', `/list?${key}=${String(json[key])}&pageSize=1000`))['rows'] as Values[];
      return Number(rows.find((row) => row[key] === json[key])?.[id]);
    },
  };
}

/** What a refusal says in Chinese; a label is the key of one. */
export function says(key: string, params: Record<string, string | number> = {}): string {
  const { label } = params;
  const said = label === undefined ? params : { ...params, label: translate('zh', String(label)) };
  return translate('zh', `errors.${key}`, said);
}
