import type { ChannelCoefficient } from '@limpid/contract/site/coefficients';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../resource/use-language.ts';
import { formatCoefficient } from './format-coefficient.ts';

interface WriteListProps {
  note: string;
  writes: readonly ChannelCoefficient[];
  nameOf: (channelId: number) => string;
}

/** K and B that are to be written to a device. */
export function WriteList({ note, writes, nameOf }: WriteListProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <>
      <p>{note}</p>
      <ul>
        {writes.map(({ channelId, k, b }) => (
          <li key={channelId}>
            {t('site.site.deviceWrite.channel', {
              name: nameOf(channelId),
              k: formatCoefficient(k, language),
              b: formatCoefficient(b, language),
            })}
          </li>
        ))}
      </ul>
    </>
  );
}
