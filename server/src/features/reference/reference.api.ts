/** Official stations, for the demonstration. */
export { openSimulatedReferences, type SimulatedReferences } from './simulated-references.ts';
export type { OnPublished } from './write-publications.ts';
