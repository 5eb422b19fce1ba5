/** The commands of HJ 212 that carry measured values: of this moment, and means of a minute, an hour and a day. */
export const packetKind = { realtime: 2011, minute: 2051, hour: 2061, day: 2031 } as const;
/** In the order of their numbers in packed days. */
export const packetKinds = [packetKind.realtime, packetKind.minute, packetKind.hour, packetKind.day] as const;
export type PacketKind = (typeof packetKinds)[number];

/** Why a value is not simply valid, as bits that are added up. */
export const bits = {
  /** Outside what the channel can measure. */
  range: 1,
  /** Not a number. */
  unreadable: 2,
  /** Nothing was measured: there is only what a person has put there. */
  absent: 16,
  /** Taken over from a file. */
  imported: 32,
} as const;

/** What differs from the plain case: a valid value that was sent as it is, with flag N, by the packet of the row. */
export interface Mark {
  slot: number;
  /** The flag that the device sent, one letter. */
  flag: string;
  bits: number;
  /** The value as it was sent, where the row's is another or none. */
  raw: number | null;
  /** The rank of the packet it came by, where that is not the row's. */
  rank: number | null;
  edit?: MarkedEdit;
}

/** That a person has put the row's value in the place of what was measured, or has taken that back. */
export interface MarkedEdit {
  /** When, in epoch milliseconds: of two the later one counts. */
  rank: number;
  withdrawn: boolean;
  /** The value below, as it would count otherwise; taken back, it stands in the row again. */
  measured: number | null;
}

/** Which place a reading takes: no other of the same site, moment and kind stands beside it. */
export interface ReadingKey {
  siteId: number;
  kind: PacketKind;
  /** Epoch milliseconds. */
  ts: number;
  /** The start of the hour it counts for, in the zone of the entity. */
  hour: number;
}

/** The lowest and highest value within a mean; null where the device sent none. */
export interface ValueExtent {
  low: number | null;
  high: number | null;
}

export interface Extreme extends ValueExtent {
  slot: number;
}

/** A site's values of one kind at one moment, as they are stored. */
export interface Reading extends ReadingKey {
  /** Of two values for one place the one with the higher rank stays: the later QN, then what was re-issued. */
  rank: number;
  slots: number[];
  /** For each slot the value that counts: corrected, and null where it is not valid. */
  values: (number | null)[];
  marks: Mark[];
  /** Min and Max of means, corrected by K and B like the mean; missing where the device sent none. */
  extremes?: readonly Extreme[];
}

/** The number outside the range of its channel that does not count; undefined where there is none, or it was accepted. */
export function numberOutOfRange(one: {
  bits: number;
  raw: number | null;
  edit?: { withdrawn: boolean };
}): number | undefined {
  const counts = one.edit !== undefined && !one.edit.withdrawn;
  return one.bits & bits.range && one.raw !== null && !counts ? one.raw : undefined;
}

/** Whether a channel can have this number, in the width of what is stored. */
export function isWithin(value: number, min: number | null, max: number | null): boolean {
  const stored = Math.fround(value);
  return (
    Number.isFinite(stored) &&
    (min === null || stored >= Math.fround(min)) &&
    (max === null || stored <= Math.fround(max))
  );
}

/** The flags that leave a value valid: normal, and entered by hand at the station. */
export function isValidFlag(flag: string): boolean {
  return flag === 'N' || flag === 'S';
}
