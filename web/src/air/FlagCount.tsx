import { parseLanguage } from '@limpid/contract/language';
import type { FlagSummary } from '@limpid/contract/quality/flag-mark';
import { useTranslation } from 'react-i18next';
import { FlagButton } from './FlagButton.tsx';
import { flagSign, nameFlagRules, writeFlagCount } from './flag-summary.ts';

interface FlagCountProps {
  flags: FlagSummary | null | undefined;
  /** The flagged value or site. */
  subject: string;
  /** The count in words instead of a number alone, after a name if there are several. */
  isWordy?: boolean;
  name?: string;
}

/** How many flagged hours a value rests on; the rules that have flagged them appear on hover, touch or focus. */
export function FlagCount({ flags, subject, isWordy = false, name }: FlagCountProps) {
  const { t, i18n } = useTranslation();
  if (!flags) return null;
  const count = writeFlagCount(flags, { t });
  const lines = [count, ...nameFlagRules(flags, { t, language: parseLanguage(i18n.language) })];
  const words = name === undefined ? count : t('data.realtime.flagOf', { name, flag: count });
  const text = isWordy ? words : flags.hours > 1 ? String(flags.hours) : '';
  return <FlagButton text={`${flagSign} ${text}`.trim()} lines={lines} subject={subject} />;
}
