import { translate } from '../platform/texts.ts';

/** The Chinese text of an error; a label may be the key of a text. */
export function errorText(key: string, params: Record<string, string | number> = {}): string {
  const { label } = params;
  const translated = label === undefined ? params : { ...params, label: translate('zh', String(label)) };
  return translate('zh', `errors.${key}`, translated);
}
