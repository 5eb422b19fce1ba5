import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';

const count = Type.Integer({ minimum: 1 });

/** How far the history of the demonstration is: the city and the day that are being generated, both counted from 1. */
export const demoHistoryProgress = Type.Object({ city: count, cities: count, day: count, days: count });
export type DemoHistoryProgress = Static<typeof demoHistoryProgress>;

/** Null unless the history of the demonstration is being generated. */
export const readDemoHistory = endpoint({
  method: 'GET',
  path: '/demo/history',
  access: { permission: 'map:site:list' },
  reply: reply.data(Type.Object({ progress: Type.Union([demoHistoryProgress, Type.Null()]) })),
  texts: 'map.demo',
});
