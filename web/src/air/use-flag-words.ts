import { useTranslation } from 'react-i18next';

const knownFlags = ['F', 'M', 'S', 'D', 'C', 'T', 'B', 'range', 'limit', 'invalid'];

/** Explains the problems of a value: `range`, `limit`, `invalid`, or the station's flag. */
export function useFlagWords(): (flag: string) => string {
  const { t } = useTranslation();
  return (flag) =>
    knownFlags.includes(flag) ? t(`data.realtime.flags.${flag}`) : t('data.realtime.flags.other', { flag });
}
