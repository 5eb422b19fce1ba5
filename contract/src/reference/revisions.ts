import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { maxInteger } from '../kit/schema.ts';
import { nationalControl } from './national-control.ts';

const nullable = Type.Union([Type.Number(), Type.Null()]);

const version = Type.Object({
  /** When these values were stored, epoch milliseconds, and by which source or person. */
  seenAt: Type.Integer(),
  seenFrom: Type.Union([Type.String(), Type.Null()]),
  aqi: nullable,
  level: Type.Union([Type.String(), Type.Null()]),
  primaryPollutant: Type.Union([Type.String(), Type.Null()]),
  /** For each of `mapPollutants`: µg/m³, CO in mg/m³. */
  values: Type.Array(nullable),
});
export type HourVersion = Static<typeof version>;

/** What a station has published for one hour over time, newest first; the first one is valid. */
export const listRevisions = endpoint({
  method: 'GET',
  path: `${nationalControl.path}/revisions/:id`,
  access: { permission: `${nationalControl.permission}:list` },
  params: Type.Object({ id: Type.Integer({ minimum: 1, maximum: maxInteger }) }),
  reply: reply.data(
    Type.Object({
      stationCode: Type.String(),
      stationName: Type.String(),
      /** The end of the hour, epoch milliseconds. */
      releasedAt: Type.Integer(),
      zone: Type.String(),
      versions: Type.Array(version),
    }),
  ),
  texts: nationalControl.texts,
});
