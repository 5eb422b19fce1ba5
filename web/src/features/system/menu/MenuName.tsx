import { EyeInvisibleOutlined } from '@ant-design/icons';
import type { RowOf } from '@limpid/contract/kit/row';
import { menu } from '@limpid/contract/system/menu';
import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { rowName } from '../../../resource/row/row.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { EllipsisText } from '../../../ui/EllipsisText.tsx';
import { MenuIcon } from '../../../ui/icon/MenuIcon.tsx';
import styles from './menu.module.css';

/** Icon and name of a menu, with a mark if the sidebar hides it. */
export function MenuName({ row }: { row: RowOf<typeof menu> }) {
  const { t } = useTranslation();
  const isHidden = row.visible === '1';
  return (
    <span className={styles.name}>
      {row.menuType !== 'F' && row.icon !== '#' && <MenuIcon name={row.icon ?? ''} />}
      <span className={styles.nameText}>
        <EllipsisText text={rowName(menu, row, useLanguage())} />
      </span>
      {isHidden && (
        <Tooltip title={t('system.menu.hidden')}>
          <EyeInvisibleOutlined aria-label={t('system.menu.hidden')} className={styles.faint} />
        </Tooltip>
      )}
    </span>
  );
}
