/** The name of a site with its code, as the heading of a column. */
export function labelSite({ siteCode, siteName }: { siteCode: string; siteName: string }): string {
  return `${siteName} (${siteCode})`;
}
