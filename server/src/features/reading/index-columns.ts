import type { MapIndex } from '@limpid/contract/map/site-update';

interface IndexColumns {
  aqi: string;
  main: string;
  whole: string;
}

/** The columns of `reading_day` that hold an index: its number, its primary pollutants, and whether none were missing. */
export const dayIndexColumns: Readonly<Record<MapIndex, IndexColumns>> = {
  china: { aqi: 'aqi', main: 'main', whole: 'whole' },
  us: { aqi: 'us_aqi', main: 'us_main', whole: 'us_whole' },
  europe: { aqi: 'europe_aqi', main: 'europe_main', whole: 'europe_whole' },
  atmo: { aqi: 'atmo_aqi', main: 'atmo_main', whole: 'atmo_whole' },
};
