import { RightOutlined } from '@ant-design/icons';
import { parseLanguage } from '@limpid/contract/language';
import { Card } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatCount } from '../../../lib/format.ts';
import type { Overview } from './OverviewScreen.tsx';
import styles from './overview.module.css';

type Holding = Overview['counts'][number];

function HoldingCard({ holding }: { holding: Holding }) {
  const { t, i18n } = useTranslation();
  const content = (
    <>
      <span className={styles.count}>{formatCount(holding.count, parseLanguage(i18n.language))}</span>
      <span className={styles.name}>{t(`shell.overview.holdings.${holding.name}`)}</span>
    </>
  );
  if (holding.path === null) return <Card className={styles.holding}>{content}</Card>;
  return (
    <Link to={holding.path} className={styles.link}>
      <Card className={styles.holding}>
        {content}
        <RightOutlined className={styles.arrow} aria-hidden />
      </Card>
    </Link>
  );
}

export function HoldingCards({ counts }: Pick<Overview, 'counts'>) {
  const { t } = useTranslation();
  if (counts.length === 0) return <Card>{t('shell.overview.none')}</Card>;
  return (
    <div className={styles.cards}>
      {counts.map((holding) => (
        <HoldingCard key={holding.name} holding={holding} />
      ))}
    </div>
  );
}
