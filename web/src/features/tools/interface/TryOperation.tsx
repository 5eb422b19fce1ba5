import { SendOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import { Alert, App, Button, Form, Input, Typography } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type Operation, sampleBody } from './api-document.ts';
import styles from './interface.module.css';
import { type OperationRequest, tryOperation } from './try-operation.ts';

/** Sends the operation with the user's session; changes are real. */
export function TryOperation({ operation }: { operation: Operation }) {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const [form] = Form.useForm<OperationRequest>();
  const formId = useId();
  const attempt = useMutation({ mutationFn: (given: OperationRequest) => tryOperation(operation, given) });
  const isReading = operation.method === 'GET';
  const isUpload = operation.body?.type === 'multipart/form-data';

  function send(given: OperationRequest): void {
    if (isReading) return attempt.mutate(given);
    modal.confirm({
      title: t('tools.interface.sendTitle'),
      content: t('tools.interface.sendQuestion', { address: `${operation.method} ${operation.path}` }),
      okText: t('tools.interface.send'),
      cancelText: t('kit.cancel'),
      onOk: () => attempt.mutate(given),
    });
  }

  if (isUpload) return <Alert type="info" title={t('tools.interface.noUpload')} />;
  return (
    <section aria-label={t('tools.interface.try')}>
      <h3 className={styles.part}>{t('tools.interface.try')}</h3>
      <Form
        id={formId}
        name={formId}
        form={form}
        layout="vertical"
        initialValues={{ parameters: {}, body: operation.body && sampleBody(operation.body.schema) }}
        onFinish={send}
      >
        <div className={styles.inputs}>
          {operation.parameters.map(({ name, in: place, required, schema }) => (
            <Form.Item
              key={name}
              name={['parameters', name]}
              label={name}
              rules={[{ required: required ?? false, message: t('errors.field.required', { label: name }) }]}
            >
              <Input placeholder={`${place} · ${[schema.type ?? ''].flat().join(' | ')}`} />
            </Form.Item>
          ))}
        </div>
        {operation.body && (
          <Form.Item
            name="body"
            label={t('tools.interface.body')}
            rules={[{ validator: checkJson(t('tools.interface.notJson')) }]}
          >
            <Input.TextArea
              autoSize={{ minRows: 4, maxRows: 16 }}
              className={styles.code}
              spellCheck={false}
            />
          </Form.Item>
        )}
        <Button htmlType="submit" icon={<SendOutlined aria-hidden />} loading={attempt.isPending}>
          {t('tools.interface.send')}
        </Button>
      </Form>
      {attempt.error && <Alert type="error" title={attempt.error.message} />}
      {attempt.data && (
        <output className={styles.result}>
          <Typography.Text type="secondary">
            {t('tools.interface.result', { status: attempt.data.status, time: attempt.data.milliseconds })}
          </Typography.Text>
          <pre className={styles.code}>{attempt.data.text}</pre>
        </output>
      )}
    </section>
  );
}

function checkJson(message: string) {
  return async (_rule: unknown, value: string) => {
    try {
      JSON.parse(value);
    } catch {
      throw new Error(message);
    }
  };
}
