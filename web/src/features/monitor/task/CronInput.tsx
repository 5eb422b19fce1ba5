import { CalendarOutlined } from '@ant-design/icons';
import { Button, Input, Space, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDialog } from '../../../resource/row/use-dialog.ts';
import { CronDialog } from './CronDialog.tsx';
import { describedBy, type TextControl } from './described-by.ts';
import styles from './task.module.css';
import { useExpression } from './use-expression.ts';

/** A cron expression, typed or built in a dialog, with its description. */
export function CronInput(control: TextControl) {
  const { id, value, onChange, ...rest } = control;
  const note = id && `${id}-meaning`;
  // The form shows the error already.
  const hasFormError = control['aria-invalid'] === 'true';
  const { t } = useTranslation();
  const dialog = useDialog();
  const { meaning, isSettled } = useExpression(value ?? '');
  return (
    <>
      <Space.Compact block>
        <Input
          {...rest}
          id={id}
          value={value ?? ''}
          className={styles.expression}
          spellCheck={false}
          autoComplete="off"
          aria-describedby={describedBy(control, note)}
          onChange={(event) => onChange?.(event.target.value)}
        />
        <Button icon={<CalendarOutlined aria-hidden />} onClick={() => dialog.show()}>
          {t('monitor.cron.generate')}
        </Button>
      </Space.Compact>
      <Typography.Text
        id={note}
        type={meaning?.problem ? 'danger' : 'secondary'}
        className={styles.help}
        aria-live="polite"
      >
        {isSettled && !hasFormError && (meaning?.problem ?? meaning?.reading)}
      </Typography.Text>
      <CronDialog
        key={dialog.turn}
        open={dialog.open}
        expression={value ?? ''}
        onClose={dialog.hide}
        onChoose={(expression) => {
          onChange?.(expression);
          dialog.hide();
        }}
      />
    </>
  );
}
