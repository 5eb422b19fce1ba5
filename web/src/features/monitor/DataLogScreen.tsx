import { dataLog } from '@limpid/contract/monitor/data-log';
import { LogScreen } from './log/LogScreen.tsx';

export default function DataLogScreen() {
  return <LogScreen resource={dataLog} />;
}
