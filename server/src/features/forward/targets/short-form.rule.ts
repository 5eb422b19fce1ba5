import { splitAddresses } from '@limpid/contract/site/forward-address';

/** What an entity says of its targets: their addresses joined by `#`, with one protocol. */
export interface ShortForm {
  protocol: string;
  address: string | null;
}

export interface ListedTarget {
  targetId: number;
  protocol: string;
  address: string;
}

export interface NewTarget {
  protocol: string;
  address: string;
  targetName: string;
}

/** What a changed short form does to the targets of an entity. */
interface ShortFormPlan {
  added: NewTarget[];
  removed: number[];
  /** Get the new protocol. */
  changed: number[];
  /** An address that a target with another kind of protocol has already. */
  taken: string | undefined;
}

const nameLength = 60;

/** The versions of HJ 212 have the same addresses, so one short form can list them. */
const kindOf = (protocol: string) => (protocol.startsWith('hj212') ? 'hj212' : protocol);
const fold = (address: string) => address.toLowerCase();

export function planShortForm(
  targets: readonly ListedTarget[],
  before: ShortForm | undefined,
  after: ShortForm,
): ShortFormPlan {
  const addresses = after.address ? splitAddresses(after.address) : [];
  const listed = new Set(addresses.map(fold));
  const wasListed = (target: ListedTarget) => before && kindOf(target.protocol) === kindOf(before.protocol);
  const known = new Set(targets.map(({ address }) => fold(address)));
  const kept = targets.filter(({ address }) => listed.has(fold(address)));
  const hasNewProtocol = before !== undefined && before.protocol !== after.protocol;
  const changed = kept.filter(({ protocol }) => hasNewProtocol && protocol === before.protocol);
  return {
    added: addresses
      .filter((address) => !known.has(fold(address)))
      .map((address) => ({ protocol: after.protocol, address, targetName: address.slice(0, nameLength) })),
    removed: targets
      .filter((target) => wasListed(target) && !listed.has(fold(target.address)))
      .map(({ targetId }) => targetId),
    changed: changed.map(({ targetId }) => targetId),
    taken: kept.find(
      (target) => !changed.includes(target) && kindOf(target.protocol) !== kindOf(after.protocol),
    )?.address,
  };
}

/** The short form of an entity with these targets: those of one kind of protocol, if possible of the one it has now. */
export function makeShortForm(targets: readonly ListedTarget[], now: ShortForm): ShortForm {
  const first = targets.find(({ protocol }) => kindOf(protocol) === kindOf(now.protocol)) ?? targets[0];
  if (!first) return { protocol: now.protocol, address: null };
  const shown = targets.filter(({ protocol }) => kindOf(protocol) === kindOf(first.protocol));
  return { protocol: first.protocol, address: shown.map(({ address }) => address).join('#') };
}
