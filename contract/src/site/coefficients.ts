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

const neutralFor = (channelId: number): ChannelCoefficient => ({ channelId, k: 1, b: 0 });

/** What has to change so that the given coefficients are in force; channels without coefficients have 1 and 0. */
export function findCoefficientChanges(
  given: readonly ChannelCoefficient[],
  inForce: readonly ChannelCoefficient[],
): ChannelCoefficient[] {
  const wanted = new Map(given.map((one) => [one.channelId, one]));
  const current = new Map(inForce.map((one) => [one.channelId, one]));
  return [...new Set([...wanted.keys(), ...current.keys()])]
    .map((channelId) => wanted.get(channelId) ?? neutralFor(channelId))
    .filter((next) => {
      const now = current.get(next.channelId) ?? neutralFor(next.channelId);
      return next.k !== now.k || next.b !== now.b;
    });
}

/** Those that the device has refused, has not answered, or does not have as they were ordered. */
export function listToWriteAgain<T extends { state: string }>(onDevice: readonly T[]): T[] {
  return onDevice.filter(({ state }) => state === 'differs' || state === 'unconfirmed');
}

interface SiteCoefficients {
  coefficientPlace?: string | null | undefined;
  mn?: string | null | undefined;
  protocol?: string | null | undefined;
  coefficients?: readonly ChannelCoefficient[] | null | undefined;
}

/** Whether the device gets commands for K and B from now on; until now they were set at it on site. */
function startsCoefficientCommands(
  given: Pick<SiteCoefficients, 'protocol'>,
  before: Pick<SiteCoefficients, 'protocol'>,
): boolean {
  return takesCoefficientCommands(given.protocol) && !takesCoefficientCommands(before.protocol);
}

/** K and B that the device may have because people have set them at it on site, before it gets commands for them. */
export function listSetOnSite(
  given: SiteCoefficients,
  before: SiteCoefficients | undefined,
): readonly ChannelCoefficient[] {
  if (before?.coefficientPlace !== 'device' || before.mn !== given.mn) return [];
  return startsCoefficientCommands(given, before) ? (before.coefficients ?? []) : [];
}

/** What saving a site writes to its device; `onDevice` is what was last ordered for the device of this MN. */
export function findDeviceWrites(
  given: SiteCoefficients,
  before: SiteCoefficients | undefined,
  onDevice: readonly ChannelCoefficient[],
): ChannelCoefficient[] {
  const { coefficientPlace, mn } = given;
  const wanted = given.coefficients ?? [];
  const isConcerned =
    !before ||
    coefficientPlace !== before.coefficientPlace ||
    mn !== before.mn ||
    startsCoefficientCommands(given, before) ||
    findCoefficientChanges(wanted, before.coefficients ?? []).length > 0;
  if (!isConcerned) return [];
  const changes = findCoefficientChanges(coefficientPlace === 'device' ? wanted : [], onDevice);
  const taken = new Set(changes.map(({ channelId }) => channelId));
  const others = listSetOnSite(given, before).filter(({ channelId }) => !taken.has(channelId));
  return [...changes, ...others.map(({ channelId }) => neutralFor(channelId))];
}
