import { CloseOutlined, UndoOutlined } from '@ant-design/icons';
import { forwardTarget } from '@limpid/contract/forward/target';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormControl } from '../../../resource/form/form-control.ts';
import { PartsInput } from '../../../resource/form/PartsInput.tsx';
import type { ResourceRow } from '../../../resource/row/row.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { TargetSitePicker } from './TargetPickers.tsx';

const { sites } = forwardTarget.fields;
const { siteId, mn } = sites.of;
/** Only packets of HJ 212 carry PW and ST. */
const sitesByMn = { ...sites, of: { siteId, mn } };

/** The sites of a target with what they are called at the receiver. */
export function TargetSites(control: FormControl<ResourceRow[] | null | undefined>) {
  const protocol: unknown = Form.useWatch('protocol', Form.useFormInstance());
  const isHj212 = String(protocol ?? 'hj212').startsWith('hj212');
  return (
    <PartsInput
      {...control}
      field={isHj212 ? sites : sitesByMn}
      inputs={{ siteId: <TargetSitePicker />, password: <SitePassword /> }}
    />
  );
}

interface SitePasswordProps {
  'aria-label'?: string;
  status?: '' | 'error';
  /** True if set, false if not set or to be removed, a text for a new one. */
  value?: string | boolean | null;
  onChange?: (next: string | boolean) => void;
}

/** Sets or removes a password that cannot be read; left empty, it stays as it is. */
function SitePassword({ value, onChange, ...control }: SitePasswordProps) {
  const { t } = useTranslation();
  const [wasSet] = useState(value === true);
  const isGoing = wasSet && value === false;
  const name = t(isGoing ? 'kit.secret.keep' : 'kit.secret.clear');
  const icon = isGoing ? <UndoOutlined aria-hidden /> : <CloseOutlined aria-hidden />;
  return (
    <Input.Password
      {...control}
      visibilityToggle={false}
      autoComplete="new-password"
      disabled={isGoing}
      value={typeof value === 'string' ? value : ''}
      placeholder={wasSet && !isGoing ? '••••••' : ''}
      suffix={
        wasSet && <IconButton name={name} icon={icon} size="small" onClick={() => onChange?.(isGoing)} />
      }
      onChange={(event) => onChange?.(event.target.value || wasSet)}
    />
  );
}
