/** The commands of HJ 212 that carry measured values: real-time values, and means of a minute, an hour and a day. */
export const packetKind = { realtime: 2011, minute: 2051, hour: 2061, day: 2031 } as const;
/** In the order of their numbers in packed days. */
export const packetKinds = [packetKind.realtime, packetKind.minute, packetKind.hour, packetKind.day] as const;
export type PacketKind = (typeof packetKinds)[number];

/** Properties of a marked value, as bits. */
export const bits = {
  /** Outside the range of the channel. */
  range: 1,
  /** Not a number. */
  unreadable: 2,
  /** Nothing was measured, so there is only a manual value. */
  absent: 16,
  /** Imported from a file. */
  imported: 32,
} as const;

/** The differences from the plain case: a valid value that was sent with flag N by the packet of the row. */
export interface Mark {
  slot: number;
  /** The flag that the device sent, one letter. */
  flag: string;
  bits: number;
  /** The sent value, if the row has another one or none. */
  raw: number | null;
  /** The rank of its packet, if it is not that of the row. */
  rank: number | null;
  edit?: MarkedEdit;
}

/** A manual change of the row's value, or its withdrawal. */
export interface MarkedEdit {
  /** The moment in epoch milliseconds: of two changes the later one counts. */
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

/** The stored values of a site of one kind at one moment. */
export interface Reading extends ReadingKey {
  /** Of two values with the same key the one with the higher rank stays: the later QN, then the re-issued packet. */
  rank: number;
  slots: number[];
  /** For each slot the value that counts: corrected, and null if it is not valid. */
  values: (number | null)[];
  marks: Mark[];
  /** Min and Max of means, corrected by K and B like the mean; undefined if the device sent none. */
  extremes?: readonly Extreme[];
}

/** The number outside the range of its channel that does not count; undefined if there is none, or it was accepted. */
export function numberOutOfRange(one: {
  bits: number;
  raw: number | null;
  edit?: { withdrawn: boolean };
}): number | undefined {
  const counts = one.edit !== undefined && !one.edit.withdrawn;
  return one.bits & bits.range && one.raw !== null && !counts ? one.raw : undefined;
}

/** Whether a channel can have this number, compared as a 32-bit float. */
export function isWithin(value: number, min: number | null, max: number | null): boolean {
  const stored = Math.fround(value);
  return (
    Number.isFinite(stored) &&
    (min === null || stored >= Math.fround(min)) &&
    (max === null || stored <= Math.fround(max))
  );
}

/** The flags of valid values: normal, and entered manually at the station. */
export function isValidFlag(flag: string): boolean {
  return flag === 'N' || flag === 'S';
}
