import { useTranslation } from 'react-i18next';
import { useFactorNames } from './use-factor-names.ts';

/** What a field means: of the header, of a measured quantity with its kind of value, or of station information. */
export function useFieldMeaning(): (name: string, value: string) => string {
  const { t } = useTranslation();
  const channelName = useFactorNames();
  const known = (key: string) => t(key, { defaultValue: '' });
  return (name, value) => {
    if (name === 'PolId')
      return [known('device.page.frames.names.PolId'), channelName(value)].filter(Boolean).join(' · ');
    if (name === 'InfoId')
      return [known('device.page.frames.names.InfoId'), known(`ingest.report.codes.${value}`)]
        .filter(Boolean)
        .join(' · ');
    const own = known(`device.page.frames.names.${name}`);
    if (own) return own;
    const [, code = name, suffix = ''] = /^(.*)-(\w+)$/.exec(name) ?? [];
    return [
      channelName(code) ?? known(`ingest.report.codes.${code}`),
      suffix && known(`device.page.frames.suffixes.${suffix}`),
    ]
      .filter(Boolean)
      .join(' · ');
  };
}
