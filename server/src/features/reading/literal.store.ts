/** The condition for these sites: one alone is found in the order of time, without sorting. */
export function siteCondition(sites: Iterable<number>): string {
  const [first, ...more] = [...sites].map((id) => Math.trunc(id));
  if (first !== undefined && more.length === 0) return `site_id = ${first}`;
  return `site_id = any('{${[first, ...more].join(',')}}'::integer[])`;
}

/** A moment as SQL has it. */
export function timestampLiteral(at: number): string {
  return `'${new Date(at).toISOString()}'::timestamptz`;
}
