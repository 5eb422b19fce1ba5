import { roundHalfEven } from '@limpid/aqi/decimal';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../air/channel.ts';
import { findBand, type LevelStep } from '../air/level.ts';
import { useIndexPreference } from '../api/use-index-preference.ts';
import { useIndexScale } from '../api/use-index-scale.ts';
import { formatDecimal } from '../lib/format.ts';
import { useLanguage } from '../resource/use-language.ts';

/** How values of a channel or of the stored index are named, written and coloured. */
export interface ValueScale {
  title: string;
  unit: string;
  decimals: number;
  steps: readonly LevelStep[];
  /** The number without its unit. */
  format: (value: number) => string;
  formatWithUnit: (value: number) => string;
  /** A difference with its sign, without its unit. */
  formatChange: (value: number) => string;
  /** The level of the number as it is shown. */
  findStep: (value: number) => LevelStep | undefined;
  /** The user reads another index, which exists for current values only. */
  isOtherIndex: boolean;
}

/**
 * The scale of a channel; without one, that of the Chinese index, the only one that is stored. The mean of several
 * indices has a decimal, and the level of the whole number.
 */
export function useValueScale(channel: Channel | undefined, isMean = false): ValueScale {
  const { t } = useTranslation();
  const language = useLanguage();
  const [{ index, colourBlindSafe }] = useIndexPreference();
  const indexScale = useIndexScale({ index: 'china', colourBlindSafe });
  const { unit = '', steps = indexScale.steps } = channel ?? {};
  const decimals = channel?.decimals ?? (isMean ? 1 : 0);
  const format = (value: number) => formatDecimal(value, decimals, language);
  return {
    title: channel?.name ?? t('map.indices.china'),
    unit,
    decimals,
    steps,
    format,
    formatWithUnit: (value) => (unit ? `${format(value)} ${unit}` : format(value)),
    formatChange: (value) => {
      const rounded = roundHalfEven(value, decimals);
      const sign = rounded > 0 ? '+' : rounded < 0 ? '−' : '±';
      return `${sign}${format(Math.abs(rounded))}`;
    },
    findStep: (value) => findBand(steps, roundHalfEven(value, channel?.decimals ?? 0)),
    isOtherIndex: !channel && index !== 'china',
  };
}
