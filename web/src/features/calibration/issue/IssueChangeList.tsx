import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../resource/use-language.ts';
import { describeCoefficients } from './describe-coefficients.ts';
import styles from './issue.module.css';
import type { IssueChange } from './issue-change.ts';

/** Sites and channels with their K and B before and after. */
export function IssueChangeList({ note, changes }: { note: string; changes: readonly IssueChange[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <>
      <p>{note}</p>
      <ul className={styles.changes}>
        {changes.map(({ id, siteName, channelCode, target, from, to }) => (
          <li key={id}>
            {t('calibration.issue.change', {
              site: siteName,
              channel: channelCode,
              target: t(`calibration.issue.fields.target_${target}`),
              from: describeCoefficients(from, language),
              to: describeCoefficients(to, language),
            })}
          </li>
        ))}
      </ul>
    </>
  );
}
