import { EllipsisText } from '../ui/EllipsisText.tsx';
import { StatusDot } from '../ui/StatusDot.tsx';
import { DateTimeText } from './DateTimeText.tsx';
import type { NamedField } from './resource-fields.ts';
import { fieldText, type ResourceRow } from './row.ts';
import { useFieldOptions } from './use-field-options.ts';
import { useLanguage } from './use-language.ts';

/** A field of a row as a cell of the table; a value its dictionary does not know is shown as it is. */
export function FieldValue({ field, row }: { field: NamedField; row: ResourceRow }) {
  const text = fieldText(row, field.name, field.field, useLanguage());
  const option = useFieldOptions(field).find((one) => one.value === text);
  if (option?.look !== undefined) return <StatusDot look={option.look} text={option.label} />;
  if (field.field.kind === 'dateTime') return <DateTimeText value={text} />;
  return <EllipsisText text={option?.label ?? text} />;
}
