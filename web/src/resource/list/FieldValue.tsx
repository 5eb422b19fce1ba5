import { useTranslation } from 'react-i18next';
import { EllipsisText } from '../../ui/EllipsisText.tsx';
import { StatusDot } from '../../ui/StatusDot.tsx';
import type { NamedField } from '../fields/resource-fields.ts';
import { useFieldOptions } from '../fields/use-field-options.ts';
import { DateTimeText } from '../row/DateTimeText.tsx';
import { fieldText, type ResourceRow } from '../row/row.ts';
import { useLanguage } from '../use-language.ts';

interface FieldValueProps {
  field: NamedField;
  row: ResourceRow;
}

/** Renders a field as a table cell; each kind calls only the hooks it needs, because a page has hundreds. */
export function FieldValue({ field, row }: FieldValueProps) {
  const text = fieldText(row, field.name, field.field, useLanguage());
  const { kind } = field.field;
  if (kind === 'dict' || kind === 'choice') return <ChosenValue field={field} text={text} />;
  if (kind === 'flag') return <FlagValue isOn={row[field.name] === true} />;
  if (kind === 'dateTime') return <DateTimeText value={text} />;
  return <EllipsisText text={text} />;
}

/** A value without a dictionary entry is shown as it is. */
function ChosenValue({ field, text }: { field: NamedField; text: string }) {
  const option = useFieldOptions(field).find((one) => one.value === text);
  if (option?.look !== undefined) return <StatusDot look={option.look} text={option.label} />;
  return <EllipsisText text={option?.label ?? text} />;
}

function FlagValue({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation();
  return isOn ? t('kit.flag.yes') : t('kit.flag.no');
}
