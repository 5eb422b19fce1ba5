interface KnownType {
  /** For each channel everything it may be called, in small letters. */
  channels: readonly (readonly string[])[];
}

/** The kind of device that knows most of these codes; of equals the one that has the fewest other channels. */
export function guessDeviceType<T extends KnownType>(
  codes: readonly string[],
  types: readonly T[],
): T | undefined {
  const sent = new Set(codes.map((code) => code.toLowerCase()));
  const ranked = types
    .map((type) => ({
      type,
      known: type.channels.filter((names) => names.some((name) => sent.has(name))).length,
    }))
    .filter(({ known }) => known > 0)
    .toSorted((a, b) => b.known - a.known || a.type.channels.length - b.type.channels.length);
  return ranked[0]?.type;
}
