import { parse } from 'node:querystring';

/** Reads a query or form body; `params[beginTime]=…` becomes an object, of a repeated key the last value counts. */
export function parseQuery(text: string): Record<string, unknown> {
  const result: Record<string, unknown> = Object.create(null);
  for (const [key, value] of Object.entries(parse(text))) {
    const last = Array.isArray(value) ? value.at(-1) : value;
    const nested = /^(\w{1,64})\[(\w{1,64})\]$/.exec(key);
    if (nested?.[1] && nested[2]) {
      const group = result[nested[1]];
      const into = typeof group === 'object' && group !== null ? group : {};
      result[nested[1]] = { ...into, [nested[2]]: last };
    } else result[key] = last;
  }
  return result;
}
