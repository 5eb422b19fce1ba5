import type { RowOf } from '@limpid/contract/kit/row';
import {
  builtInMenuFields,
  hasMenuField,
  isBuiltInMenu,
  isLinkMenu,
  menu,
} from '@limpid/contract/system/menu';
import { getRouters } from '@limpid/contract/system/session';
import { useQuery } from '@tanstack/react-query';
import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useSession } from '../../../api/session.ts';
import type { FormInputs } from '../../../resource/form/FormFields.tsx';
import type { Cells } from '../../../resource/list/use-table-columns.tsx';
import { ResourceScreen } from '../../../resource/ResourceScreen.tsx';
import { EllipsisText } from '../../../ui/EllipsisText.tsx';
import { IconPicker } from '../../../ui/icon/IconPicker.tsx';
import { MenuName } from './MenuName.tsx';
import { MenuParentPicker } from './MenuParentPicker.tsx';

const cells: Cells<typeof menu> = {
  menuName: (row) => <MenuName row={row} />,
  component: (row) => <EllipsisText text={(isLinkMenu(row) ? row.path : row.component) ?? ''} />,
};

/** The fields of a menu of the chosen type; some fields of built-in menus are fixed. */
function isAsked(name: string, values: RowOf<typeof menu>): boolean {
  const isFixed = isBuiltInMenu(values) && builtInMenuFields.some((fixed) => fixed === name);
  return !isFixed && hasMenuField(name, values);
}

/** Updates the sidebar after changes: saving invalidates all queries below this path. */
function useOwnMenu(): void {
  useQuery({
    queryKey: [`${menu.path}/own`],
    queryFn: async ({ signal }) => {
      const routes = await call(getRouters, { query: { plain: true }, signal, quiet: true });
      useSession.setState({ routes });
      return routes.length;
    },
  });
}

export default function MenuScreen() {
  const { t } = useTranslation();
  useOwnMenu();
  const example = (name: string) => <Input placeholder={t(`system.menu.examples.${name}`)} />;
  const inputs: FormInputs = {
    parentId: <MenuParentPicker />,
    icon: <IconPicker label={t('system.menu.fields.icon')} />,
    path: example('path'),
    component: example('component'),
    routeName: example('routeName'),
    perms: example('perms'),
    query: example('query'),
  };
  return (
    <ResourceScreen
      resource={menu}
      cells={cells}
      inputs={inputs}
      isFieldShown={isAsked}
      isKept={isBuiltInMenu}
    />
  );
}
