import type { RowOf } from '@limpid/contract/kit/row';
import type { dataRule } from '@limpid/contract/quality/data-rule';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';

/** What a limit means for the chosen test. */
export function LimitNote({ name }: { name: string }) {
  const { t } = useTranslation();
  const form = Form.useFormInstance<RowOf<typeof dataRule>>();
  const test = Form.useWatch('test', form);
  const basis = Form.useWatch('basis', form);
  return t(`quality.rule.notes.${nameNote(name, test, basis === 'minute')}`);
}

function nameNote(name: string, test: string | undefined, isMinute: boolean): string {
  if (name === 'floor') return test === 'flat' ? 'floorFlat' : 'floorSpike';
  if (name === 'span') return isMinute ? 'spanMinutes' : 'spanHours';
  if (name === 'change') return isMinute ? 'changeMinutes' : 'changeHours';
  if (name === 'tolerance') return 'margin';
  if (name === 'neighbourKm' && test === 'difference') return 'neighbourDifference';
  return name;
}
