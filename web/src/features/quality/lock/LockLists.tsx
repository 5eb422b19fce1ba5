import { localised } from '@limpid/contract/kit/resource';
import { keptPacket, type MonthState, monthLockLog } from '@limpid/contract/quality/lock';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatMonth } from '../../../lib/dates.ts';
import { orderColumns } from '../../../resource/fields/resource-fields.ts';
import { ResourceScreen } from '../../../resource/ResourceScreen.tsx';
import { useLanguage } from '../../../resource/use-language.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { toRem } from '../../../ui/scale.ts';

const width = `min(${toRem(1160)}, 96vw)`;

interface ListDialogProps {
  open: boolean;
  onClose: () => void;
}

/** The entity and the month are in the title. */
const packetColumns = {
  fields: orderColumns(keptPacket, []).filter(({ name }) => name !== 'entityName' && name !== 'month'),
  widths: { siteName: 160, localTime: 196, kind: 96, sentValues: 'rest', arrivals: 72 },
} as const;

/** The packets of a month that came after its lock, to read and to export. */
export function KeptPacketsDialog({ month, open, onClose }: ListDialogProps & { month: MonthState }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const title = t('lock.packet.heading', {
    entity: localised(month, 'entityName', language),
    month: formatMonth(month.month, language),
  });
  const { lockId } = month;
  return (
    <Dialog open={open} title={title} width={width} footer={null} onCancel={onClose}>
      <ResourceScreen
        resource={keptPacket}
        fixedFilter={lockId === null ? undefined : { lockId }}
        columns={packetColumns}
        cells={{ localTime: ({ localTime }) => formatDateTime(localTime, language) }}
      />
    </Dialog>
  );
}

/** The entity and the reason need most of the width. */
const logColumns = {
  widths: {
    loggedAt: 196,
    entityName: 'rest',
    month: 92,
    action: 116,
    userName: 108,
    reason: 'rest',
    keptPackets: 108,
    letIn: 104,
  },
} as const;

/** Who locked and unlocked months, when and why. */
export function LockLogDialog({ open, onClose }: ListDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog open={open} title={t('lock.log.title')} width={width} footer={null} onCancel={onClose}>
      <ResourceScreen resource={monthLockLog} columns={logColumns} />
    </Dialog>
  );
}
