import { auditFields, choice, createTime, id, integer, number, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { latitude, longitude } from '../site/coordinates.ts';

/** The published mean of an hour; concentrations that are physically impossible are rejected. */
const amount = (decimals: number, headings: readonly string[]) =>
  number({ min: 0, max: 10_000, decimals, headings });

/** The network that a station belongs to. */
export const stationLevels = ['national', 'provincial'] as const;
export type StationLevel = (typeof stationLevels)[number];

/** One published hour of one station of an authority. An import accepts the files of the national network unchanged. */
export const nationalControl = resource({
  path: '/analysis/nationalControl',
  permission: 'analysis:nationalControl',
  texts: 'analysis.nationalControl',
  id: 'readingId',
  name: 'stationName',
  key: ['stationCode', 'releaseTime'],
  order: [{ by: 'releaseTime', desc: true }],
  // A year of the national network has fourteen million rows.
  sortable: ['releaseTime', 'stationCode'],
  without: ['query', 'add', 'edit'],
  takesText: true,
  fields: {
    readingId: { ...id(), notIn: ['table', 'sheet'] },
    stationCode: text({
      required: true,
      max: 32,
      search: 'like',
      headings: ['station_code', 'StationCode', 'stationcode', 'code', '监测点编码', '站点编号', '点位编码'],
    }),
    releaseTime: {
      kind: 'dateTime',
      required: true,
      search: 'range',
      headings: ['time', 'time_point', 'TimePoint', 'TimePointStr', 'timepoint', '时间', '监测时间'],
    },
    city: text({ max: 64, search: 'like', headings: ['Area', 'area', 'City'] }),
    stationName: text({
      max: 100,
      search: 'like',
      headings: ['station_name', 'PositionName', 'position_name', 'positionname', 'name', '监测点名称'],
    }),
    stationLevel: choice(stationLevels, {
      search: 'exact',
      headings: ['station_level', 'StationLevel', 'stationlevel', '站点级别', '监测点级别'],
    }),
    province: text({ max: 64, onDemand: true, headings: ['Province'] }),
    aqi: integer({ min: 0, max: 999, headings: ['AQI'] }),
    level: choice(['1', '2', '3', '4', '5', '6'], {
      search: 'exact',
      headings: ['Quality', 'quality', '空气质量级别', '空气质量类别', '空气质量'],
    }),
    primaryPollutant: text({
      max: 100,
      headings: ['primary_pollutant', 'PrimaryPollutant', 'primarypollutant'],
    }),
    pm25: amount(0, ['PM2_5', 'pm2_5', 'PM2.5', 'PM25']),
    pm10: amount(0, ['PM10']),
    so2: amount(0, ['SO2']),
    no2: amount(0, ['NO2']),
    o3: amount(0, ['O3', 'o3_1h', 'O3_1h']),
    co: amount(1, ['CO']),
    longitude: { ...longitude, notIn: [], headings: ['Longitude', 'lng', 'lon'] },
    latitude: { ...latitude, notIn: [], headings: ['Latitude', 'lat'] },
    ...auditFields(),
    // The search has one time range, that of the publication.
    createTime: { ...createTime(), search: undefined, onDemand: true },
  },
});
