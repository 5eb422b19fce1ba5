interface Clicked {
  /** The ids of markers to choose one from. */
  overlapping: readonly number[];
  siteId: number | undefined;
  /** The code of a reference station. */
  station: string | undefined;
}

/** What a click opens: the site or the reference station under the pointer, or the choice between several of them. */
export function resolveClick(
  ids: readonly number[],
  isSite: (id: number) => boolean,
  codeOf: (id: number | undefined) => string | undefined,
): Clicked {
  const here = ids.filter((id) => isSite(id) || codeOf(id) !== undefined);
  if (here.length > 1) return { overlapping: here, siteId: undefined, station: undefined };
  const [only] = here;
  const siteId = only !== undefined && isSite(only) ? only : undefined;
  return { overlapping: [], siteId, station: siteId === undefined ? codeOf(only) : undefined };
}
