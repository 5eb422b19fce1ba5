import { listUnknownDtus } from '@limpid/contract/fogcannon/cannon-order';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { DateTimeText } from '../../../resource/row/DateTimeText.tsx';
import { RowState } from '../../../resource/row/RowState.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import styles from './cannon.module.css';

/** DTUs that dialled in and were disconnected, because nobody knows them. */
export function DtuDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const dtus = useQuery({
    queryKey: [listUnknownDtus.path],
    queryFn: ({ signal }) => call(listUnknownDtus, { signal, quiet: true }),
    enabled: open,
  });
  const { data } = dtus;
  return (
    <Dialog
      open={open}
      onCancel={onClose}
      title={t('fogcannon.dtu.title')}
      footer={<Button onClick={onClose}>{t('fogcannon.switch.close')}</Button>}
    >
      {!data && <RowState row={dtus} lines={4} />}
      {data && (
        <Flex vertical gap={16}>
          <Alert
            type={data.port === null ? 'warning' : 'info'}
            showIcon
            title={data.port === null ? t('fogcannon.dtu.off') : t('fogcannon.dtu.port', { port: data.port })}
          />
          {data.unknown.length === 0 && <span className={styles.soft}>{t('fogcannon.dtu.none')}</span>}
          <ul className={styles.runs}>
            {data.unknown.map((dtu) => (
              <li key={dtu.registration}>
                <div className={styles.runHead}>
                  <strong>{dtu.registration || '–'}</strong>
                  <DateTimeText value={dtu.lastSeen} />
                </div>
                <div className={styles.soft}>
                  {[
                    t(`fogcannon.dtu.reason_${dtu.reason}`),
                    dtu.address,
                    t('fogcannon.dtu.calls', { count: dtu.calls }),
                  ].join(' · ')}
                </div>
              </li>
            ))}
          </ul>
        </Flex>
      )}
    </Dialog>
  );
}
