/** The demo's reference source, for the start of the server. */
export { postponeDemoSource } from './demo-sources.store.ts';
