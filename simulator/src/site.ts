export const deviceTypes = ['AMBIENT', 'DUST', 'MICRO'] as const;
export type DeviceType = (typeof deviceTypes)[number];

/** The facts of a site that the model uses. */
export interface SimulatedSite {
  /** Its own name among the sites of its city; its values depend on it. */
  code: string;
  type: DeviceType;
  longitude: number;
  latitude: number;
  /** From 0 to 1: how near traffic is, how much is built, what stands there of chimneys. */
  road: number;
  works: number;
  industry: number;
}
