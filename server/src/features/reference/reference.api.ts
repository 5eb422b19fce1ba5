/** Official stations for other areas: their hours, the stations of a city, and those of the demonstration. */

export { getMinValidPercent } from './national/city-share.ts';
export { removeAbandonedStations } from './simulated.store.ts';
export { openSimulatedReferences, type SimulatedReferences } from './simulated-references.ts';
export { listCityStations } from './stations/city-stations.store.ts';
export { listStationHours, type StationHour } from './stations/station-hours.store.ts';
export type { OnPublished } from './write-publications.ts';
