import type { SourceKind, SourcePollutant, SourceUnit } from '@limpid/contract/reference/reference-source';

export interface MappedPollutant {
  pollutant: SourcePollutant;
  field: string;
  unit: SourceUnit;
}

/** Where in a JSON document the published hours are. Fields are paths with dots, from a row on. */
export interface Mapping {
  /** Empty if the document itself is the list. */
  rows: string;
  code: string;
  time: string;
  name?: string | undefined;
  city?: string | undefined;
  province?: string | undefined;
  longitude?: string | undefined;
  latitude?: string | undefined;
  aqi?: string;
  level?: string;
  primary?: string;
  pollutants: readonly MappedPollutant[];
  zone: string;
  hourLabel: 'start' | 'end';
  /** The source writes a Z behind the clock of its zone. */
  ignoresOffset?: boolean;
  /** Texts that mean a missing value, beside those of file imports. */
  missing: readonly string[];
}

/** What a source row says about its mapping. */
export interface MappingFields {
  kind: SourceKind;
  rowsPath: string | null;
  codeField: string | null;
  nameField: string | null;
  cityField: string | null;
  provinceField: string | null;
  longitudeField: string | null;
  latitudeField: string | null;
  timeField: string | null;
  zone: string;
  hourLabel: string;
  missing: string | null;
  pollutants: readonly MappedPollutant[];
}

const published = (fields: Record<SourcePollutant, string>): MappedPollutant[] =>
  Object.entries(fields).map(([pollutant, field]) => ({
    // The keys of a record of pollutants.
    pollutant: pollutant as SourcePollutant,
    field,
    unit: pollutant === 'co' ? 'mg/m³' : 'µg/m³',
  }));

const chinese = { rows: '', zone: 'Asia/Shanghai', hourLabel: 'end', missing: [] } as const;

const cnemc: Mapping = {
  ...chinese,
  code: 'StationCode',
  time: 'TimePoint',
  name: 'PositionName',
  city: 'Area',
  longitude: 'Longitude',
  latitude: 'Latitude',
  aqi: 'AQI',
  level: 'Quality',
  primary: 'PrimaryPollutant',
  pollutants: published({ pm25: 'PM2_5', pm10: 'PM10', so2: 'SO2', no2: 'NO2', co: 'CO', o3: 'O3' }),
};

const pm25in: Mapping = {
  ...chinese,
  ignoresOffset: true,
  code: 'station_code',
  time: 'time_point',
  name: 'position_name',
  city: 'area',
  aqi: 'aqi',
  level: 'quality',
  primary: 'primary_pollutant',
  pollutants: published({ pm25: 'pm2_5', pm10: 'pm10', so2: 'so2', no2: 'no2', co: 'co', o3: 'o3' }),
};

/** The mapping of a source: fixed by its kind, or as somebody described it. */
export function makeMapping(fields: MappingFields): Mapping {
  if (fields.kind === 'cnemc') return cnemc;
  if (fields.kind === 'pm25in') return pm25in;
  const optional = (text: string | null) => text?.trim() || undefined;
  return {
    rows: fields.rowsPath?.trim() ?? '',
    code: fields.codeField?.trim() ?? '',
    time: fields.timeField?.trim() ?? '',
    name: optional(fields.nameField),
    city: optional(fields.cityField),
    province: optional(fields.provinceField),
    longitude: optional(fields.longitudeField),
    latitude: optional(fields.latitudeField),
    pollutants: fields.pollutants.map((one) => ({ ...one, field: one.field.trim() })),
    zone: fields.zone,
    hourLabel: fields.hourLabel === 'start' ? 'start' : 'end',
    missing: (fields.missing ?? '')
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  };
}
