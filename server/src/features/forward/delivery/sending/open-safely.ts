import {
  ForwardFailure,
  type ForwardPacket,
  type ForwardTarget,
  type OpenTransport,
  type Transport,
} from '../../target.ts';

/** With settings that cannot be used nothing is sent: readings wait until they are repaired. */
export function tryToOpen(
  openTransport: OpenTransport,
  target: ForwardTarget,
): { transport: Transport; problem: string | undefined } {
  try {
    return { transport: openTransport(target), problem: undefined };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    const refuse = () => {
      throw new ForwardFailure('connection', problem);
    };
    return { transport: { describe: refuse, send: async () => refuse(), close: async () => {} }, problem };
  }
}

/** What is not known counts as a refusal: the reading is set aside and not dropped. */
export function toFailure(error: unknown): ForwardFailure {
  if (error instanceof ForwardFailure) return error;
  return new ForwardFailure(
    'refused',
    `unexpected: ${error instanceof Error ? error.message : String(error)}`,
  );
}

export function describeText(transport: Transport, packet: ForwardPacket): string {
  try {
    return transport.describe(packet);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
