interface KnownType {
  /** For each channel all its codes and aliases, in lower case. */
  channels: readonly (readonly string[])[];
}

/** The device type that knows most of these codes; of several, the one with the fewest channels. */
export function guessDeviceType<T extends KnownType>(
  codes: readonly string[],
  types: readonly T[],
): T | undefined {
  const sent = new Set(codes.map((code) => code.toLowerCase()));
  const ranked = types
    .map((type) => ({
      type,
      matches: type.channels.filter((names) => names.some((name) => sent.has(name))).length,
    }))
    .filter(({ matches }) => matches > 0)
    .toSorted((a, b) => b.matches - a.matches || a.type.channels.length - b.type.channels.length);
  return ranked[0]?.type;
}
