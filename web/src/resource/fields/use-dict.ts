import { MINUTE_MS } from '@limpid/contract/durations';
import { localised } from '@limpid/contract/kit/resource';
import { readDictionary } from '@limpid/contract/system/dictionary';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { toText } from '../row/row.ts';
import { useLanguage } from '../use-language.ts';

export interface DictEntry {
  value: string;
  text: string;
  look: string;
}

/** The enabled entries of a dictionary, cached for all screens; empty while loading or without a type. */
export function useDict(dictType: string | undefined): DictEntry[] {
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: [readDictionary.path, { dictType }],
    queryFn: ({ signal }) => call(readDictionary, { params: { dictType: dictType ?? '' }, signal }),
    enabled: dictType !== undefined,
    staleTime: 30 * MINUTE_MS,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return (data ?? []).map((row) => ({
    value: toText(row.dictValue),
    text: localised(row, 'dictLabel', language),
    look: toText(row.listClass),
  }));
}
