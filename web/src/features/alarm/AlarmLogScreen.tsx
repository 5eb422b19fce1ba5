import { alarmLog } from '@limpid/contract/alarm/alarm-log';
import { ResourceScreen } from '../../resource/ResourceScreen.tsx';

export default function AlarmLogScreen() {
  return <ResourceScreen resource={alarmLog} />;
}
