import { FileSearchOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './check.module.css';
import { hashFile } from './sha256.ts';

/** Compares a PDF with the published one; the file stays on the reader's computer. */
export function FileComparison({ sha256 }: { sha256: string }) {
  const { t } = useTranslation();
  const noteId = useId();
  const input = useRef<HTMLInputElement>(null);
  const compare = useMutation({
    mutationFn: async (file: File) => ({ name: file.name, hash: await hashFile(await file.arrayBuffer()) }),
  });
  const { data } = compare;
  const isSame = data?.hash === sha256;
  return (
    <section aria-label={t('report.check.compare')}>
      <input
        ref={input}
        type="file"
        accept="application/pdf,.pdf"
        aria-label={t('report.check.file')}
        className="visually-hidden"
        tabIndex={-1}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) compare.mutate(file);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
      <Button
        block
        size="large"
        icon={<FileSearchOutlined aria-hidden />}
        loading={compare.isPending}
        aria-describedby={noteId}
        onClick={() => input.current?.click()}
      >
        {t('report.check.compare')}
      </Button>
      <p id={noteId} className={styles.soft}>
        {t('report.check.local')}
      </p>
      <div aria-live="polite">
        {data && (
          <Alert
            type={isSame ? 'success' : 'error'}
            showIcon
            title={t(isSame ? 'report.check.same' : 'report.check.different')}
            description={
              <>
                {data.name}
                {!isSame && <div className={styles.hash}>{data.hash}</div>}
              </>
            }
          />
        )}
        {compare.isError && <Alert type="error" showIcon title={t('report.check.unreadable')} />}
      </div>
    </section>
  );
}
