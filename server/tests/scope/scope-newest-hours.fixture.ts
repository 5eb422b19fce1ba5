import type { NewestHour } from '@limpid/contract/reference/newest-hours';
import type { ScopeSubject } from './scope-matrix.fixture.ts';
import { sites } from './scope-sites.fixture.ts';

/** A degree of latitude is more than the distance within which a site is compared with a station. */
const columnsOfPlaces = 150;

export const newestHours: ScopeSubject = {
  path: '/analysis/nationalControl/newest',
  add: sites.add,
  calls: {
    'GET /analysis/nationalControl/newest': {
      list: {
        rows: (body) =>
          (Object(body['data'])['rows'] as NewestHour[]).flatMap(({ nearest }) => nearest?.siteId ?? []),
        path: () => '/analysis/nationalControl/newest?pageSize=1000',
        // A station beside each site.
        async prepare({ t }, siteIds) {
          await t.app.pool.query(
            `with placed as (
               update site set longitude = site_id / $2::int * 2 - 170, latitude = site_id % $2 - 75
               where site_id = any($1) returning site_id, longitude, latitude
             ), station as (
               insert into reference_station (station_code, station_name, longitude, latitude, facts_of)
               select 'S' || site_id, 'S', longitude, latitude, now() from placed
               on conflict do nothing returning station_code
             )
             insert into reference_reading (station_code, release_time, aqi)
             select station_code, date_trunc('hour', now()), 50 from station`,
            [siteIds, columnsOfPlaces],
          );
        },
      },
    },
    'POST /analysis/nationalControl/newest/export': {
      exempt: 'the rows of the list, see newest-hours.test.ts',
    },
  },
};
