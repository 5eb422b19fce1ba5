import { SendOutlined } from '@ant-design/icons';
import { equipment } from '@limpid/contract/device/equipment';
import { resourceEndpoints } from '@limpid/contract/kit/resource-endpoints';
import type { RowOf } from '@limpid/contract/kit/row';
import { Button, Drawer, Tabs } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { hasAnyPermission } from '../../../api/session.ts';
import { mayOrder } from '../../../query/commands/may-order.ts';
import { RowState } from '../../../resource/row/RowState.tsx';
import { useRow } from '../../../resource/row/use-row.ts';
import { toRem } from '../../../ui/scale.ts';
import { isEnabled } from '../equipment/equipment-cells.tsx';
import { ConnectionHistory } from './ConnectionHistory.tsx';
import { DeviceCommands } from './DeviceCommands.tsx';
import { DeviceFacts } from './DeviceFacts.tsx';
import { FrameList } from './FrameList.tsx';
import { ParameterList } from './ParameterList.tsx';

interface DeviceDrawerProps {
  siteId: number | undefined;
  onClose: () => void;
  onCommand: (row: RowOf<typeof equipment>) => void;
}

const endpoints = resourceEndpoints(equipment);
const everyMs = 5000;

/** One device: its state, parameters, commands, frames and connections. */
export function DeviceDrawer({ siteId, onClose, onCommand }: DeviceDrawerProps) {
  const { t } = useTranslation();
  const row = useRow(endpoints, siteId, undefined, everyMs);
  const { data } = row;
  const command = data && isEnabled(data) && mayOrder() && (
    <Button type="primary" icon={<SendOutlined aria-hidden />} onClick={() => onCommand(data)}>
      {t('device.equipment.command')}
    </Button>
  );
  return (
    <Drawer
      open={siteId !== undefined}
      onClose={onClose}
      title={data?.siteName ?? t('device.page.title')}
      size={toRem(760)}
      destroyOnHidden
      extra={command}
    >
      {data ? <DeviceTabs row={data} command={command} /> : <RowState row={row} lines={8} />}
    </Drawer>
  );
}

function DeviceTabs({ row, command }: { row: RowOf<typeof equipment>; command: ReactNode }) {
  const { t } = useTranslation();
  const { siteId } = row;
  const zone = row.zone ?? '';
  const items = [
    { key: 'state', children: <DeviceFacts row={row} /> },
    { key: 'parameters', children: <ParameterList siteId={siteId} command={command} /> },
    ...(hasAnyPermission('device:log:list')
      ? [{ key: 'commands', children: <DeviceCommands siteId={siteId} command={command} /> }]
      : []),
    { key: 'frames', children: <FrameList siteId={siteId} zone={zone} /> },
    { key: 'connections', children: <ConnectionHistory siteId={siteId} /> },
  ];
  return (
    <Tabs
      items={items.map((item) => ({ ...item, label: t(`device.page.tabs.${item.key}`) }))}
      destroyOnHidden
    />
  );
}
