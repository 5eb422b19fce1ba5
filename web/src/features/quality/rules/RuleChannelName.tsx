import { localised } from '@limpid/contract/kit/resource';
import type { RowOf } from '@limpid/contract/kit/row';
import type { dataRule } from '@limpid/contract/quality/data-rule';
import { useLanguage } from '../../../resource/use-language.ts';

export function RuleChannelName({ row }: { row: RowOf<typeof dataRule> }) {
  return localised({ ...row }, 'channelName', useLanguage());
}
