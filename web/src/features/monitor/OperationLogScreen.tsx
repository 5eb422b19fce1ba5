import { operationLog } from '@limpid/contract/monitor/operation-log';
import { LogScreen } from './log/LogScreen.tsx';

export default function OperationLogScreen() {
  return <LogScreen resource={operationLog} />;
}
