import { fail } from '@limpid/contract/errors';

/** All codes by which a packet may name a channel. */
export interface ChannelCodes {
  channelId: number;
  channelName: string;
  channelCode: string;
  gbCode: string;
  aliases: readonly string[];
}

/** Splits codes at commas, semicolons and spaces; drops repeats regardless of case. */
export function readAliases(text: unknown): string[] {
  if (typeof text !== 'string') return [];
  const codes = text.split(/[\s,，、;；]+/).filter((code) => code !== '');
  return codes.filter((code, index) => codes.findIndex((other) => fold(other) === fold(code)) === index);
}

/** Refuses a code of another channel, because packets would be ambiguous. */
export function refuseTakenCodes(channel: ChannelCodes, others: readonly ChannelCodes[]): void {
  const taken = new Map(
    others.flatMap((other) => listChannelCodeNames(other).map((code) => [fold(code), other])),
  );
  const fields: [string, readonly string[]][] = [
    ['channelCode', [channel.channelCode]],
    ['gbCode', [channel.gbCode]],
    ['aliases', channel.aliases],
  ];
  for (const [field, codes] of fields) {
    const code = codes.find((one) => taken.has(fold(one)));
    if (code !== undefined)
      fail('channel.code_taken', { code, name: taken.get(fold(code))?.channelName ?? '' }, field);
  }
}

export function listChannelCodeNames({ channelCode, gbCode, aliases }: ChannelCodes): string[] {
  return [channelCode, gbCode, ...aliases];
}

export function fold(code: string): string {
  return code.toLowerCase();
}

/** Bands ascend and only the last is open, so that every value is in exactly one band. */
export function checkLevels(levels: readonly { upTo?: number | null }[]): void {
  levels.forEach(({ upTo }, index) => {
    const isLast = index === levels.length - 1;
    if ((upTo ?? null) === null ? !isLast : isLast) fail('channel.levels_open', {}, 'levels');
    const before = levels[index - 1]?.upTo;
    if (typeof upTo === 'number' && typeof before === 'number' && upTo <= before)
      fail('channel.levels_order', {}, 'levels');
  });
}

export function checkPairs(pairs: readonly { value: number }[]): void {
  const twice = pairs.find(({ value }, index) => pairs.findIndex((other) => other.value === value) < index);
  if (twice) fail('channel.pair_twice', { value: twice.value }, 'pairs');
}

export function checkValueRange(least: unknown, most: unknown): void {
  if (typeof least === 'number' && typeof most === 'number' && least >= most)
    fail('channel.range', {}, 'maxValue');
}
