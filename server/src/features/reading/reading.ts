/** The commands of HJ 212 that carry measured values: of this moment, and means of a minute, an hour and a day. */
export const packetKind = { realtime: 2011, minute: 2051, hour: 2061, day: 2031 } as const;
/** In the order of their numbers in packed days. */
export const packetKinds = [packetKind.realtime, packetKind.minute, packetKind.hour, packetKind.day] as const;
export type PacketKind = (typeof packetKinds)[number];

/** Properties of a marked value, as bits. */
export const bits = {
  /** Outside what the channel can measure. */
  range: 1,
  /** Not a number. */
  unreadable: 2,
  /** Nothing was measured: there is only a manual value. */
  absent: 16,
  /** Imported from a file. */
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

/** A manual change of the row's value, or its withdrawal. */
export interface MarkedEdit {
  /** When, in epoch milliseconds: of two the later one counts. */
  rank: number;
  withdrawn: boolean;
  /** The measured value below; after a withdrawal it is in the row again. */
  measured: number | null;
}

/** Identifies a reading: there is one per site, moment and kind. */
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
