import type { SwitchState } from '@limpid/contract/fogcannon/cannon';
import { useTranslation } from 'react-i18next';
import { StatusDot } from '../../ui/StatusDot.tsx';
import { TwoLines } from '../../ui/TwoLines.tsx';

export interface StatedCannon {
  switchState: SwitchState | null;
  commandedState: string | null;
}

const looks: Record<SwitchState, string> = { on: 'success', off: 'info', unknown: 'warning' };

/** What the cannon has said, and below it what was ordered where the two differ. */
export function CannonState({ cannon }: { cannon: StatedCannon }) {
  const { t } = useTranslation();
  const state = cannon.switchState ?? 'unknown';
  const commanded = cannon.commandedState;
  const note =
    commanded !== null && commanded !== state
      ? t(`fogcannon.state.${commanded === 'on' ? 'commandedOn' : 'commandedOff'}`)
      : undefined;
  return (
    <TwoLines
      first={<StatusDot look={looks[state]} text={t(`fogcannon.cannon.fields.switchState_${state}`)} />}
      second={note}
    />
  );
}
