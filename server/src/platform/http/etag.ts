/** Whether an `If-None-Match` names this tag; a proxy may have weakened it on the way. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some((one) => ['*', etag, `W/${etag}`].includes(one.trim()));
}
