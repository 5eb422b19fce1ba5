/** Packed readings in plain form, for the command line. */
export { unpackAsCsv, unpackIntoTable } from './unpack.ts';
