import { ApartmentOutlined } from '@ant-design/icons';
import { Button, Drawer } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { narrowQuery, useMedia } from '../../ui/use-media.ts';
import styles from '../resource.module.css';

/** A list with an aside, which is a drawer on narrow screens. */
export function ListWithAside({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  const { t } = useTranslation();
  const isNarrow = useMedia(narrowQuery);
  const [isOpen, setOpen] = useState(false);
  if (!isNarrow)
    return (
      <div className={styles.beside}>
        <aside className={styles.aside}>{aside}</aside>
        {children}
      </div>
    );
  return (
    <div className={styles.stacked}>
      <Button icon={<ApartmentOutlined aria-hidden />} onClick={() => setOpen(true)}>
        {t('kit.list.aside')}
      </Button>
      <Drawer
        open={isOpen}
        placement="left"
        title={t('kit.list.aside')}
        onClose={() => setOpen(false)}
        size="min(85vw, 320px)"
      >
        {aside}
      </Drawer>
      {children}
    </div>
  );
}
