import { isLinkMenu, menu } from '@limpid/contract/system/menu';
import { Form } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResourceRow } from '../../../resource/row.ts';
import { ParentPicker } from '../ParentPicker.tsx';
import { useTreeRows } from '../use-tree-rows.ts';

interface MenuParentPickerProps {
  id?: string;
  value?: number | null;
  onChange?: (id: number) => void;
}

const isButton = (row: ResourceRow) => row.menuType === 'F';
const isCatalog = (row: ResourceRow) => row.menuType === 'M' && !isLinkMenu(row);

/** Offers what a menu of the chosen kind can stand below: a button in screens too, the rest in catalogs. */
export function MenuParentPicker({ value, onChange, id }: MenuParentPickerProps) {
  const { t } = useTranslation();
  const form = Form.useFormInstance();
  const kind: unknown = Form.useWatch('menuType', form);
  useFittingKind(value ?? 0);
  return (
    <ParentPicker
      resource={menu}
      rootLabel={t('system.menu.root')}
      isHidden={isButton}
      isClosed={(row) => kind !== 'F' && !isCatalog(row)}
      {...{ id, value: value ?? 0, onChange }}
    />
  );
}

/** A new menu below a screen can only be a button, and beside a button another one; in a catalog it is a screen. */
function useFittingKind(parentId: number): void {
  const form = Form.useFormInstance();
  const { data } = useTreeRows(menu);
  const isNew = form.getFieldValue(menu.id) === undefined;
  useEffect(() => {
    const parent = data?.find(({ menuId }) => menuId === parentId);
    if (!isNew || !parent || form.isFieldTouched('menuType')) return;
    form.setFieldValue('menuType', isCatalog(parent) ? 'C' : 'F');
    if (isButton(parent)) form.setFieldValue('parentId', parent.parentId);
  }, [form, data, isNew, parentId]);
}
