import type { RowOf } from '@limpid/contract/kit/row';
import { isLinkMenu, menu } from '@limpid/contract/system/menu';
import { Form } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ParentPicker } from '../tree/ParentPicker.tsx';
import { useTreeRows } from '../tree/use-tree-rows.ts';

interface MenuParentPickerProps {
  id?: string;
  value?: number | null;
  onChange?: (id: number) => void;
}

const isButton = (row: RowOf<typeof menu>) => row.menuType === 'F';
const isCatalog = (row: RowOf<typeof menu>) => row.menuType === 'M' && !isLinkMenu(row);

/** Offers the possible parents of a menu: catalogs, and for buttons also screens. */
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

/** Preselects the type of a new menu: a button below a screen or beside a button, a screen in a catalog. */
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
