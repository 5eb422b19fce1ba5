import type { App } from '../../../platform/app.ts';

/** The public address of the installation, without a slash at its end; empty until it is set. */
export const addressParameter = 'report.address';

export async function readPublicAddress({ parameters }: Pick<App, 'parameters'>): Promise<string | null> {
  const address = ((await parameters.get(addressParameter)) ?? '').trim().replace(/\/+$/, '');
  return isPublicAddress(address) ? address : null;
}

export function isPublicAddress(address: string): boolean {
  return /^https?:$/.test(URL.parse(address)?.protocol ?? '');
}

/** Where a check code can be tried; null while the installation has no public address. */
export async function makeCheckAddress(
  app: Pick<App, 'parameters'>,
  checkCode: string,
): Promise<string | null> {
  const address = await readPublicAddress(app);
  return address && `${address}/report/check/${checkCode}`;
}
