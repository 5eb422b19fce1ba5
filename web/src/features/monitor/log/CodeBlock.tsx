import { CopyOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { getNotifier } from '../../../api/notifier.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { indentJson } from './indent-json.ts';
import styles from './log.module.css';

/** A long recorded text; JSON is indented. */
export function CodeBlock({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation();
  const shown = indentJson(text);

  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(shown);
    getNotifier().success(t('monitor.log.copied'));
  }

  return (
    <section aria-label={label} className={styles.block}>
      <div className={styles.blockHead}>
        <h3>{label}</h3>
        {/* The clipboard exists only in a secure context. */}
        {navigator.clipboard && (
          <IconButton
            name={`${t('monitor.log.copy')} ${label}`}
            icon={<CopyOutlined aria-hidden />}
            onClick={() => void copy()}
          />
        )}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines are scrolled with the keys */}
      <pre className={styles.code} tabIndex={0}>
        {shown}
      </pre>
    </section>
  );
}
