import { DownOutlined, SearchOutlined, UpOutlined } from '@ant-design/icons';
import { Button, Form, type FormInstance } from 'antd';
import { memo, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toRem, useScale } from '../../ui/scale.ts';
import { useStableCallback } from '../../ui/use-stable-callback.ts';
import { useWidth } from '../../ui/use-width.ts';
import type { NamedField } from '../fields/resource-fields.ts';
import type { Filter } from '../list-query.ts';
import styles from '../resource.module.css';
import { SearchInput } from './SearchInput.tsx';
import { countFitting, fieldWidth, readFilter } from './search-layout.ts';

interface SearchFormProps {
  form: FormInstance;
  fields: NamedField[];
  onSearch: (filter: Filter) => void;
}

/** Filters of a list: at most two lines, the rest behind "more". */
export function SearchForm(props: SearchFormProps) {
  return <SteadyForm {...props} onSearch={useStableCallback(props.onSearch)} />;
}

/** Memoised, because a list renders at least twice per page and its filters do not change. */
const SteadyForm = memo(
  PlainForm,
  (before, now) =>
    now.form === before.form &&
    now.onSearch === before.onSearch &&
    now.fields.length === before.fields.length &&
    now.fields.every(({ field }, index) => field === before.fields[index]?.field),
);

function PlainForm({ form, fields, onSearch }: SearchFormProps) {
  const { t } = useTranslation();
  const formId = useId();
  const [box, width] = useWidth();
  const [isWhole, setWhole] = useState(false);
  const fitting = countFitting(fields, width / useScale());
  const hasMore = fitting < fields.length;

  return (
    <search ref={box}>
      <Form
        id={formId}
        name={formId}
        form={form}
        layout="vertical"
        className={styles.search}
        onFinish={(values) => onSearch(readFilter(fields, values))}
      >
        {fields.map((one, index) => (
          <Form.Item
            key={one.name}
            name={one.name}
            label={t(one.label)}
            hidden={!isWhole && index >= fitting}
            className={styles.searchField}
            style={{ flexBasis: toRem(fieldWidth(one.field)) }}
          >
            <SearchInput field={one} />
          </Form.Item>
        ))}
        <div className={styles.searchActions}>
          <Button
            onClick={() => {
              form.resetFields();
              onSearch({});
            }}
          >
            {t('kit.list.reset')}
          </Button>
          <Button htmlType="submit" icon={<SearchOutlined aria-hidden />}>
            {t('kit.list.search')}
          </Button>
          {hasMore && (
            <Button
              type="link"
              aria-expanded={isWhole}
              icon={isWhole ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
              iconPlacement="end"
              onClick={() => setWhole(!isWhole)}
            >
              {isWhole ? t('kit.list.less') : t('kit.list.more')}
            </Button>
          )}
        </div>
      </Form>
    </search>
  );
}
