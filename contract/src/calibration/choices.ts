import Type from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { maxInteger } from '../kit/schema.ts';
import { stationLevels } from '../reference/national-control.ts';
import { maxCalibratedSites } from './config.ts';

const identifier = Type.Integer({ minimum: 1, maximum: maxInteger });
const nullableText = Type.Union([Type.String(), Type.Null()]);

export const maxCalibrationChoices = 200;

/** The sites that can be calibrated, by name, code or entity, with those already chosen. */
export const listCalibrationSites = endpoint({
  method: 'GET',
  path: '/site/calibration/choice/site',
  access: { permission: 'site:calibration:list' },
  query: Type.Object({
    search: Type.Optional(Type.String({ maxLength: 64 })),
    siteIds: Type.Optional(Type.Array(identifier, { maxItems: maxCalibratedSites })),
  }),
  reply: reply.data(
    Type.Object({
      sites: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
      total: Type.Integer(),
    }),
  ),
  texts: 'calibration.config',
});

/** The channels that can be compared: numbers that device types measure. */
export const listCalibrationChannels = endpoint({
  method: 'GET',
  path: '/site/calibration/choice/channel',
  access: { permission: 'site:calibration:list' },
  reply: reply.data(
    Type.Array(
      Type.Object({
        id: Type.Integer(),
        name: Type.String(),
        nameEn: nullableText,
        nameFr: nullableText,
        /** Whether official stations publish it. */
        isPublished: Type.Boolean(),
      }),
    ),
  ),
  texts: 'calibration.config',
});

/** The sources of reference data whose stations a config can be limited to. */
export const listCalibrationSources = endpoint({
  method: 'GET',
  path: '/site/calibration/choice/source',
  access: { permission: 'site:calibration:list' },
  reply: reply.data(
    Type.Array(
      Type.Object({
        id: Type.Integer(),
        name: Type.String(),
        /** The network of its stations. */
        level: Type.Enum([...stationLevels]),
        isEnabled: Type.Boolean(),
      }),
    ),
  ),
  texts: 'calibration.config',
});

/** Reference stations of a network and a source, the nearest of the sites first, with those already chosen. */
export const listCalibrationStations = endpoint({
  method: 'GET',
  path: '/site/calibration/choice/station',
  access: { permission: 'site:calibration:list' },
  query: Type.Object({
    search: Type.Optional(Type.String({ maxLength: 64 })),
    codes: Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { maxItems: maxCalibrationChoices })),
    siteIds: Type.Optional(Type.Array(identifier, { maxItems: maxCalibratedSites })),
    level: Type.Optional(Type.Enum([...stationLevels])),
    sourceId: Type.Optional(identifier),
    /** Only stations that no source publishes. */
    isOfFiles: Type.Optional(Type.Boolean()),
  }),
  reply: reply.data(
    Type.Object({
      stations: Type.Array(
        Type.Object({
          code: Type.String(),
          name: Type.String(),
          city: Type.String(),
          /** To the nearest of the sites; null without any that has coordinates. */
          km: Type.Union([Type.Number(), Type.Null()]),
        }),
      ),
      total: Type.Integer(),
    }),
  ),
  texts: 'calibration.config',
});
