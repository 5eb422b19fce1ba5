import { SearchOutlined } from '@ant-design/icons';
import { exportUnusual, listUnusual, unusualKinds } from '@limpid/contract/analysis/unusual';
import { localised } from '@limpid/contract/kit/resource';
import { Input, Select } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasMean } from '../../../air/channel.ts';
import bar from '../../../query/bar/query.module.css';
import type { ListedChannel } from '../../../query/channel/read-channel.ts';
import { ExportButton } from '../../../query/result/ExportButton.tsx';
import { useSiteEntities } from '../../../query/sites/use-sites.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import styles from './unusual.module.css';
import type { useUnusualFilters } from './use-unusual.ts';

interface UnusualFilterBarProps {
  state: ReturnType<typeof useUnusualFilters>;
  channels: readonly ListedChannel[];
}

const typingMs = 300;

/**
 * Search, entity, reason and channel of the list, with its export. It is no query bar, and saves no queries: the list has
 * all sites and the newest hour only, so there are neither sites nor a period to choose, and its address is enough.
 */
export function UnusualFilterBar({ state: { filters, change }, channels }: UnusualFilterBarProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data: entities = [] } = useSiteEntities(listUnusual.access.permission);
  const compared = channels.filter(hasMean);
  return (
    <search aria-label={t('analysis.unusual.list')} className={`${bar.bar} ${styles.filters}`}>
      <div className={bar.control}>
        <span className={bar.label}>{t('analysis.unusual.fields.search')}</span>
        <SearchInput value={filters.search ?? ''} onChange={(search) => change({ search })} />
      </div>
      <FilterSelect
        label={t('analysis.unusual.fields.entityId')}
        value={filters.entityId}
        options={entities.map((entity) => ({
          value: entity.entityId,
          label: localised(entity, 'entityName', language),
        }))}
        onChange={(entity) => change({ entity })}
      />
      <FilterSelect
        label={t('analysis.unusual.fields.kind')}
        value={filters.kind}
        options={unusualKinds.map((value) => ({ value, label: t(`analysis.unusual.kinds.${value}`) }))}
        onChange={(reason) => change({ reason })}
      />
      <FilterSelect
        label={t('analysis.unusual.fields.channel')}
        value={filters.channel}
        options={compared.map(({ code, name }) => ({ value: code, label: name }))}
        onChange={(channel) => change({ channel })}
      />
      <div className={`${bar.actions} ${styles.actions}`}>
        <ExportButton endpoint={exportUnusual} query={filters} />
      </div>
    </search>
  );
}

interface FilterSelectProps<Value extends string | number> {
  label: string;
  value: Value | undefined;
  options: { value: Value; label: string }[];
  onChange: (value: Value | undefined) => void;
}

function FilterSelect<Value extends string | number>({ label, ...control }: FilterSelectProps<Value>) {
  const { t } = useTranslation();
  return (
    <div className={bar.control}>
      <span className={bar.label}>{label}</span>
      <Select<Value>
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        aria-label={label}
        placeholder={t('analysis.unusual.all')}
        popupMatchSelectWidth={false}
        className={bar.channels}
        {...control}
        // The type of the component has no place for "nothing chosen".
        value={control.value as Value}
      />
    </div>
  );
}

/** Writes to the address when the person pauses, not with every letter. */
function SearchInput({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  // The address has changed otherwise, for instance by "clear filters".
  if (value !== known) {
    setKnown(value);
    setText(value);
  }
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onChange(text), typingMs);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return (
    <Input
      allowClear
      maxLength={64}
      prefix={<SearchOutlined aria-hidden />}
      aria-label={t('analysis.unusual.searchHint')}
      placeholder={t('analysis.unusual.searchHint')}
      className={bar.channels}
      value={text}
      onChange={({ target }) => setText(target.value)}
    />
  );
}
