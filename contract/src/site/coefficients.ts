/** K and B of a channel. */
export interface ChannelCoefficient {
  channelId: number;
  k: number;
  b: number;
}

/** The first version of HJ 212 and HTTP have no command for K and B. */
const ableProtocols = ['hj212-2017', 'hj212-2025'];

/** Whether devices with this protocol get K and B by command. */
export function takesCoefficientCommands(protocol: string | null | undefined): boolean {
  return ableProtocols.includes(protocol ?? '');
}

/** What has to change so that the given coefficients are in force; channels without coefficients have 1 and 0. */
export function findCoefficientChanges(
  given: readonly ChannelCoefficient[],
  inForce: readonly ChannelCoefficient[],
): ChannelCoefficient[] {
  const wanted = new Map(given.map((one) => [one.channelId, one]));
  const current = new Map(inForce.map((one) => [one.channelId, one]));
  const neutral = (channelId: number): ChannelCoefficient => ({ channelId, k: 1, b: 0 });
  return [...new Set([...wanted.keys(), ...current.keys()])]
    .map((channelId) => wanted.get(channelId) ?? neutral(channelId))
    .filter((next) => {
      const now = current.get(next.channelId) ?? neutral(next.channelId);
      return next.k !== now.k || next.b !== now.b;
    });
}

interface SiteCoefficients {
  coefficientPlace?: string | null | undefined;
  mn?: string | null | undefined;
  protocol?: string | null | undefined;
  coefficients?: readonly ChannelCoefficient[] | null | undefined;
}

/** Whether the device gets commands for K and B from now on; until now they were set at it on site. */
export function startsCoefficientCommands(
  given: Pick<SiteCoefficients, 'protocol'>,
  before: Pick<SiteCoefficients, 'protocol'> | undefined,
): boolean {
  return (
    before !== undefined &&
    takesCoefficientCommands(given.protocol) &&
    !takesCoefficientCommands(before.protocol)
  );
}

/** What saving a site writes to its device; `onDevice` is what was last ordered for the device of this MN. */
export function findDeviceWrites(
  { coefficientPlace, mn, protocol, coefficients }: SiteCoefficients,
  before: SiteCoefficients | undefined,
  onDevice: readonly ChannelCoefficient[],
): ChannelCoefficient[] {
  const wanted = coefficients ?? [];
  const isConcerned =
    !before ||
    coefficientPlace !== before.coefficientPlace ||
    mn !== before.mn ||
    startsCoefficientCommands({ protocol }, before) ||
    findCoefficientChanges(wanted, before.coefficients ?? []).length > 0;
  return isConcerned ? findCoefficientChanges(coefficientPlace === 'device' ? wanted : [], onDevice) : [];
}
