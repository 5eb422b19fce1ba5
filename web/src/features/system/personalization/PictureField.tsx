import type { FilePurpose } from '@limpid/contract/files';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PictureInput } from './PictureInput.tsx';

interface Props {
  name: 'homeLogo' | 'loginBackground';
  purpose: FilePurpose;
  hint: string;
  /** The default picture. */
  standard: ReactNode;
  onUploading: (isUploading: boolean) => void;
}

export function PictureField({ name, hint, ...input }: Props) {
  const { t } = useTranslation();
  const form = Form.useFormInstance();
  const label = t(`system.personalization.fields.${name}`);
  return (
    <Form.Item name={name} label={label} extra={hint}>
      <PictureInput
        {...input}
        label={label}
        onProblem={(problem) => form.setFields([{ name, errors: problem ? [problem] : [] }])}
      />
    </Form.Item>
  );
}
