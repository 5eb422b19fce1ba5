import { forwardLog } from '@limpid/contract/monitor/forward-log';
import { LogScreen } from './log/LogScreen.tsx';

export default function ForwardLogScreen() {
  return <LogScreen resource={forwardLog} />;
}
