/** The address of the page of a site. */
export function siteAddress(siteId: number): string {
  return `/map/site/${siteId}`;
}
