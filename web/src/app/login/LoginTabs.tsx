import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './login-ways.module.css';

export const loginWays = ['account', 'app'] as const;
export type LoginWay = (typeof loginWays)[number];

interface Props {
  chosen: LoginWay;
  onChoose(way: LoginWay): void;
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

export function LoginTabs({ chosen, onChoose }: Props) {
  const { t } = useTranslation();
  const labels: Record<LoginWay, string> = { account: t('shell.login.account'), app: t('shell.login.app') };
  const walk = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step) return;
    const count = loginWays.length;
    const next = loginWays[(loginWays.indexOf(chosen) + step + count) % count] ?? chosen;
    onChoose(next);
    document.getElementById(`login-tab-${next}`)?.focus();
  };
  return (
    <div className={styles.tabs} role="tablist" aria-label={t('shell.login.ways')}>
      {loginWays.map((way) => (
        <button
          key={way}
          id={`login-tab-${way}`}
          type="button"
          role="tab"
          aria-selected={way === chosen}
          aria-controls={`login-panel-${way}`}
          tabIndex={way === chosen ? 0 : -1}
          onClick={() => onChoose(way)}
          onKeyDown={walk}
        >
          {labels[way]}
        </button>
      ))}
    </div>
  );
}
