import { entity } from '@limpid/contract/site/entity';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import type { FormControl } from '../../../resource/form/form-control.ts';
import { OptionPicker } from '../../../resource/form/OptionPicker.tsx';
import { NamedPicker } from '../NamedPicker.tsx';
import { useLinkageChoices } from './use-typed-linkage.ts';

type Chosen = number | number[] | null | undefined;

/** Chooses the entity; cannons and sites of another one are no longer chosen then. */
export function LinkageEntityPicker({ onChange, ...control }: FormControl<Chosen>) {
  const form = Form.useFormInstance();
  return (
    <OptionPicker
      {...control}
      resource={entity}
      shows="entityName"
      onChange={(next) => {
        form.setFieldsValue({ cannonIds: [], siteId: null });
        onChange?.(next);
      }}
    />
  );
}

interface LinkageChoicePickerProps extends FormControl<number | number[] | null> {
  kind: 'cannons' | 'sites' | 'channels';
  several?: boolean;
  allowClear?: boolean;
  /** A key of texts. */
  placeholder?: string;
}

/** Chooses cannons, a site or a channel of the entity. */
export function LinkageChoicePicker({ kind, placeholder, ...control }: LinkageChoicePickerProps) {
  const { t } = useTranslation();
  const { data, isFetching, isEnabled } = useLinkageChoices();
  const hint = isEnabled ? placeholder : 'fogcannon.linkage.entityFirst';
  return (
    <NamedPicker
      {...control}
      choices={data?.[kind]}
      isLoading={isFetching}
      disabled={!isEnabled}
      {...(hint && { placeholder: t(hint) })}
    />
  );
}
