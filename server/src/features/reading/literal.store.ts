/** The SQL condition for these sites; an equality for a single site lets the index provide the order of time. */
export function siteCondition(sites: Iterable<number>): string {
  const [first, ...more] = [...sites].map((id) => Math.trunc(id));
  if (first !== undefined && more.length === 0) return `site_id = ${first}`;
  return `site_id = any('{${[first, ...more].join(',')}}'::integer[])`;
}

/** An instant as SQL literal. */
export function timestampLiteral(at: number): string {
  return `'${new Date(at).toISOString()}'::timestamptz`;
}
