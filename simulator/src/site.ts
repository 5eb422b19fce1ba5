export const deviceTypes = ['AMBIENT', 'DUST', 'MICRO'] as const;
export type DeviceType = (typeof deviceTypes)[number];

/** The facts of a site that the model uses. */
export interface SimulatedSite {
  /** Unique among the sites of its city; seeds its values. */
  code: string;
  type: DeviceType;
  longitude: number;
  latitude: number;
  /** From 0 to 1: proximity of traffic, amount of construction, emissions of chimneys. */
  road: number;
  works: number;
  industry: number;
}
