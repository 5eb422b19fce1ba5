import { translate } from '../platform/texts.ts';

/** The Chinese text of an error; parameters are inserted as they are. */
export function errorText(key: string, params: Record<string, string | number> = {}): string {
  return translate('zh', `errors.${key}`, params);
}
