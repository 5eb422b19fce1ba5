import { useTranslation } from 'react-i18next';
import type { NamedField } from './resource-fields.ts';
import { useDict } from './use-dict.ts';

export interface FieldOption {
  value: string;
  label: string;
  /** The style that the dictionary gives the value. */
  look?: string;
}

/** The options of a dictionary or choice field; none for other fields. */
export function useFieldOptions({ field, label }: NamedField): FieldOption[] {
  const { t } = useTranslation();
  const entries = useDict(field.kind === 'dict' ? field.dict : undefined);
  if (field.kind !== 'choice') return entries.map(({ value, text, look }) => ({ value, label: text, look }));
  return field.values.map((value) => ({ value, label: t(`${label}_${value}`) }));
}
