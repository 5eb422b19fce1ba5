/** Truncated, without what a text column refuses: zero bytes and lone surrogates. */
export const makeStorable = (text: string, max: number): string =>
  text.replaceAll('\0', '').slice(0, max).toWellFormed();
