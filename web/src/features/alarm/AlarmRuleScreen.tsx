import { alarmRule } from '@limpid/contract/alarm/alarm-rule';
import { ResourceScreen } from '../../resource/ResourceScreen.tsx';

export default function AlarmRuleScreen() {
  return <ResourceScreen resource={alarmRule} />;
}
