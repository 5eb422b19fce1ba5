import Type from 'typebox';
import { defineTopic } from '../platform/bus-topic.ts';

/** A station has connected to a gateway, so that others close its earlier connections. */
export const stationClaimed = defineTopic(
  'gateway.claimed',
  Type.Object({ process: Type.String(), mn: Type.String() }),
);

/** A gateway has blocked a station or an address for guessing passwords. */
export const senderBlocked = defineTopic(
  'gateway.blocked',
  Type.Object({
    process: Type.String(),
    block: Type.Object({
      scope: Type.Union([Type.Literal('station'), Type.Literal('address')]),
      key: Type.String(),
      until: Type.Number(),
    }),
  }),
);
