/** The device that is open is in the address, so that other screens can link to it. */
export const deviceParameter = 'device';

/** The address of the page of a device. */
export function deviceAddress(siteId: number): string {
  return `/device/equipment?${withDevice(new URLSearchParams(), siteId)}`;
}

/** The query of the list of devices with the page of a device open over it. */
export function withDevice(address: URLSearchParams, siteId: number): string {
  const next = new URLSearchParams(address);
  next.set(deviceParameter, String(siteId));
  return next.toString();
}
