/** Official stations, for the demonstration. */

export { removeAbandonedStations } from './simulated.store.ts';
export { openSimulatedReferences, type SimulatedReferences } from './simulated-references.ts';
export { listStationHours, type StationHour } from './stations/station-hours.store.ts';
export type { OnPublished } from './write-publications.ts';
