import type { Language } from '@limpid/contract/language';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

const files = import.meta.glob<object>('../../../../../i18n/*/shell.json', { import: 'default' });

/** The texts of login and shell in a language; those of the previous language while loading. */
export function useTextsOf(language: Language): TFunction {
  const { i18n } = useTranslation();
  const { data } = useQuery({
    queryKey: ['texts', language],
    queryFn: async () => {
      const load = Object.entries(files).find(([path]) => path.includes(`/${language}/`))?.[1];
      i18n.addResourceBundle(language, 'translation', { shell: await load?.() }, true, true);
      return language;
    },
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
  return i18n.getFixedT(data ?? i18n.language);
}
