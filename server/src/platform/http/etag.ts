/** Whether an `If-None-Match` contains this tag; a proxy may have made it weak on the way. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some((one) => ['*', etag, `W/${etag}`].includes(one.trim()));
}
