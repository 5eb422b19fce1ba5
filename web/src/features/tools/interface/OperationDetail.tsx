import { Tag, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { listSchemaRows, type Operation, type SchemaRow } from './api-document.ts';
import styles from './interface.module.css';
import { MethodTag } from './MethodTag.tsx';
import { SchemaTable } from './SchemaTable.tsx';
import { TryOperation } from './TryOperation.tsx';

export function OperationDetail({ operation, title }: { operation: Operation; title: string }) {
  const { t } = useTranslation();
  const { method, path, permission, isPublic, isAlias, parameters, body, response } = operation;
  const parameterRows = parameters.flatMap(({ name, in: place, required, schema }): SchemaRow[] => {
    const [row, ...inside] = listSchemaRows(schema, name, required);
    return row ? [{ ...row, type: `${place} · ${row.type}` }, ...inside] : [];
  });
  return (
    <article className={styles.detail} aria-label={`${method} ${path}`}>
      <header>
        <Typography.Text type="secondary">{title}</Typography.Text>
        <h2 className={styles.address}>
          <MethodTag method={method} />
          <Typography.Text copyable={{ text: path, tooltips: false }}>{path}</Typography.Text>
        </h2>
        <p className={styles.tags}>
          {permission && <Tag>{t('tools.interface.permission', { permission })}</Tag>}
          {!permission && <Tag>{isPublic ? t('tools.interface.public') : t('tools.interface.session')}</Tag>}
          {isAlias && <Tag color="warning">{t('tools.interface.alias')}</Tag>}
          {body && <Tag>{body.type}</Tag>}
        </p>
      </header>
      <SchemaTable title={t('tools.interface.parameters')} rows={parameterRows} />
      <SchemaTable title={t('tools.interface.body')} rows={listSchemaRows(body?.schema)} />
      <TryOperation operation={operation} />
      <SchemaTable title={t('tools.interface.response')} rows={listSchemaRows(response)} />
    </article>
  );
}
