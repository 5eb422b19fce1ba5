/** The device that is open is in the address, so that other screens can link to it. */
export const deviceParameter = 'device';

/** The address of the page of a device. */
export function deviceAddress(siteId: number): string {
  return `/device/equipment?${new URLSearchParams({ [deviceParameter]: String(siteId) })}`;
}
