import { parse } from 'node:querystring';

/**
 * Parses a query or form body; `params[beginTime]=…` becomes an object, `types[]=…` and `types[0]=…` a list. For any
 * other repeated key the last value counts; all values are also available as a list under `types[]`.
 */
export function parseQuery(text: string): Record<string, unknown> {
  const result: Record<string, unknown> = Object.create(null);
  const groups = new Map<string, Record<string, unknown>>();
  for (const [key, value] of Object.entries(parse(text))) {
    const last = Array.isArray(value) ? value.at(-1) : value;
    const list = /^(\w{1,64})\[\d{0,3}\]$/.exec(key)?.[1];
    const nested = /^(\w{1,64})\[(\w{1,64})\]$/.exec(key);
    if (list !== undefined) {
      const items = result[list];
      result[list] = [...(Array.isArray(items) ? items : []), ...[value].flat()];
    } else if (nested?.[1] && nested[2]) {
      const group = groups.get(nested[1]) ?? Object.create(null);
      groups.set(nested[1], group);
      group[nested[2]] = last;
      result[nested[1]] = group;
    } else {
      result[key] = last;
      if (Array.isArray(value)) result[`${key}[]`] = value;
    }
  }
  return result;
}
