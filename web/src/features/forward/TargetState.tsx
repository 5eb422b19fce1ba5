import {
  CheckCircleOutlined,
  ExclamationCircleFilled,
  MinusCircleOutlined,
  PauseCircleOutlined,
  WarningFilled,
} from '@ant-design/icons';
import type { ForwardState } from '@limpid/contract/forward/target';
import { useTranslation } from 'react-i18next';
import styles from './forward.module.css';

const icons: Record<ForwardState, typeof CheckCircleOutlined> = {
  off: MinusCircleOutlined,
  normal: CheckCircleOutlined,
  failing: ExclamationCircleFilled,
  stalled: WarningFilled,
  paused: PauseCircleOutlined,
};

/** How sending to a target goes, as an icon and a word. */
export function TargetState({ state }: { state: ForwardState | null }) {
  const { t } = useTranslation();
  const known = state ?? 'off';
  const Icon = icons[known];
  return (
    <span className={styles.state} data-state={known}>
      <Icon aria-hidden />
      {t(`forward.target.fields.state_${known}`)}
    </span>
  );
}
