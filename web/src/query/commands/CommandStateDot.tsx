import { useTranslation } from 'react-i18next';
import { StatusDot } from '../../ui/StatusDot.tsx';
import { commandLook } from './command-state.ts';

/** The state of a command in words; nothing without a command. */
export function CommandStateDot({ state }: { state: string | null }) {
  const { t } = useTranslation();
  if (!state) return null;
  return <StatusDot look={commandLook(state)} text={t(`device.log.fields.state_${state}`)} />;
}
