/** The address as a link may carry it: web pages only, whatever was written into the personalization. */
export function siteAddress(address: string | null): string | undefined {
  const url = address ? URL.parse(address) : null;
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}
