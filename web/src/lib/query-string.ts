/** Trims every string inside a value, at any depth; other values stay as they are. */
export function trimStrings<Value>(value: Value): Value {
  // The copy has the type of the argument; only its strings are trimmed.
  if (typeof value === 'string') return value.trim() as Value;
  if (Array.isArray(value)) return value.map(trimStrings) as Value;
  if (value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype) {
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, trimStrings(inner)]),
    ) as Value;
  }
  return value;
}

/** `{ a: 1, params: { beginTime: 'x' } }` → `a=1&params[beginTime]=x`; null and empty values are left out. */
export function buildQueryString(query: object): string {
  const search = new URLSearchParams();
  const append = (name: string, value: unknown): void => {
    if (value === null || value === undefined || value === '') return;
    if (typeof value === 'object') {
      for (const [key, inner] of Object.entries(value)) append(`${name}[${key}]`, inner);
    } else {
      search.append(name, String(value));
    }
  };
  for (const [name, value] of Object.entries(query)) append(name, value);
  return search.toString();
}
