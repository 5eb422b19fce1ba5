import type { RowOf } from '@limpid/contract/kit/row';
import { role } from '@limpid/contract/system/role';
import { Form } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/Dialog.tsx';
import { toRem } from '../../../ui/scale.ts';
import { ScopeChoice } from './ScopeChoice.tsx';
import { ScopeDepartments } from './ScopeDepartments.tsx';
import { useDataScope } from './use-data-scope.ts';

interface DataScopeDialogProps {
  open: boolean;
  row: RowOf<typeof role>;
  onClose: () => void;
}

/** Edits the data scope of a role. Mount a new dialog for every opening. */
export function DataScopeDialog({ open, row, onClose }: DataScopeDialogProps) {
  const { t } = useTranslation();
  const formId = useId();
  const scope = useDataScope(row, onClose);
  const { problem } = scope;
  return (
    <Dialog
      open={open}
      title={t('system.role.scope.title', { name: row.roleName })}
      width={toRem(640)}
      okText={t('kit.form.save')}
      cancelText={t('kit.cancel')}
      okButtonProps={{
        htmlType: 'submit',
        form: formId,
        disabled: scope.isChoosing && !scope.nodes,
        loading: scope.isSaving && { delay: 200 },
      }}
      onCancel={onClose}
    >
      <Form id={formId} layout="vertical" onFinish={scope.save}>
        <Form.Item {...(problem !== undefined && { validateStatus: 'error', help: problem })}>
          <ScopeChoice value={scope.dataScope} onChange={scope.choose} />
          {scope.isChoosing && <ScopeDepartments scope={scope} />}
        </Form.Item>
      </Form>
    </Dialog>
  );
}
