import { deviceType } from '@limpid/contract/basedata/device-type';
import { useTranslation } from 'react-i18next';
import type { FormControl } from '../../../resource/form/form-control.ts';
import { OptionPicker } from '../../../resource/form/OptionPicker.tsx';
import { RuledSitePicker } from '../RuledSitePicker.tsx';

type Chosen = number | number[] | null | undefined;

/** The site of a rule; without one it is a template. */
export function BoundSitePicker(control: FormControl<Chosen>) {
  const { t } = useTranslation();
  return (
    <RuledSitePicker {...control} permission="basic:dataRule:list" placeholder={t('quality.rule.noSite')} />
  );
}

/** The device type whose sites a template is for. */
export function DeviceTypePicker(control: FormControl<Chosen>) {
  const { t } = useTranslation();
  return (
    <OptionPicker
      {...control}
      resource={deviceType}
      shows="typeCode"
      allowClear
      placeholder={t('quality.rule.anyDeviceType')}
    />
  );
}
