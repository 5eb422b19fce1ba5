import { SendOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { mayOrder } from '../../../query/commands/may-order.ts';
import { useDialog } from '../../../resource/row/use-dialog.ts';
import parts from '../panel-parts.module.css';
import styles from './site-panel.module.css';

// Loaded with the first command: its form is large, and most visitors of the map only look.
const CommandDialog = lazy(async () => {
  const { CommandDialog: dialog } = await import('../../../query/commands/CommandDialog.tsx');
  return { default: dialog };
});

/** Commands for the device of a site; nothing without the permission to send any. */
export function SiteCommands({ siteId, siteName }: { siteId: number; siteName: string }) {
  const { t } = useTranslation();
  const dialog = useDialog();
  if (!mayOrder()) return null;
  return (
    <section className={`${parts.block} ${parts.screenOnly}`}>
      <h3>{t('device.page.title')}</h3>
      <div className={styles.links}>
        <Button icon={<SendOutlined aria-hidden />} onClick={() => dialog.show()}>
          {t('device.equipment.command')}
        </Button>
      </div>
      {dialog.turn > 0 && (
        <Suspense>
          <CommandDialog
            key={dialog.turn}
            siteIds={[siteId]}
            siteName={siteName}
            open={dialog.open}
            onClose={dialog.hide}
          />
        </Suspense>
      )}
    </section>
  );
}
