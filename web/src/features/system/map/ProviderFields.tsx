import { coordinateSystems, isOwnPreset, presetOf } from '@limpid/contract/map/map-presets';
import {
  findProviderProblems,
  type ProviderField,
  type TileProvider,
  toProvider,
} from '@limpid/contract/map/tile-providers';
import { Form, type FormRule, Input, InputNumber, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './map-settings.module.css';

interface ProviderFieldsProps {
  /** The provider with what is typed so far. */
  provider: TileProvider;
  /** Whether what the preset knows is shown. */
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

/** The fields of one map; problems are shown beside them. */
export function ProviderFields({ provider, isOpen, onOpen }: ProviderFieldsProps) {
  const { t } = useTranslation();
  const needsKey = [...provider.tiles, provider.labels].some((address) => address.includes('{key}'));
  return (
    <>
      <Field name="name" provider={provider}>
        <Input />
      </Field>
      {needsKey && (
        <Field name="key" provider={provider}>
          <Input autoComplete="off" spellCheck={false} />
        </Field>
      )}
      {isOwnPreset(provider.preset) ? (
        <TechnicalFields provider={provider} />
      ) : (
        <details
          className={styles.technical}
          open={isOpen}
          onToggle={({ currentTarget }) => onOpen(currentTarget.open)}
        >
          <summary>{t('system.mapSettings.technical')}</summary>
          <TechnicalFields provider={provider} />
        </details>
      )}
    </>
  );
}

const addressHints = { pictures: 'tilesHint', tilejson: 'tilesHintJson', pmtiles: 'tilesHintOne' } as const;

/** What a preset knows and an operator of own tiles has to enter. */
function TechnicalFields({ provider }: { provider: TileProvider }) {
  const { t } = useTranslation();
  const { kind } = presetOf(provider.preset);
  return (
    <>
      <Field name="tiles" provider={provider} hint={t(`system.mapSettings.${addressHints[kind]}`)}>
        <AddressInput isLong={kind === 'pictures'} placeholder={placeholderOf(provider)} />
      </Field>
      {kind === 'pictures' && (
        <>
          <Field name="labels" provider={provider} hint={t('system.mapSettings.labelsHint')}>
            <Input.TextArea autoSize={{ minRows: 1, maxRows: 6 }} spellCheck={false} />
          </Field>
          <div className={styles.pair}>
            <Field name="minZoom" provider={provider} hint={t('system.mapSettings.zoomHint')}>
              <InputNumber min={0} max={22} precision={0} className={styles.wide} />
            </Field>
            <Field name="maxZoom" provider={provider}>
              <InputNumber min={0} max={22} precision={0} className={styles.wide} />
            </Field>
          </div>
          <Field name="crs" provider={provider} hint={t(`system.mapSettings.crsHints.${provider.crs}`)}>
            <Select options={coordinateSystems.map((value) => ({ value, label: value }))} />
          </Field>
        </>
      )}
      <Field name="credit" provider={provider} hint={t('system.mapSettings.creditHint')}>
        <Input />
      </Field>
    </>
  );
}

const placeholders: Partial<Record<TileProvider['preset'], string>> = {
  xyz: 'https://tiles.example.com/{z}/{x}/{y}.png',
  wmts: 'https://maps.example.com/wmts?…&TILEMATRIX={TileMatrix}&TILECOL={TileCol}&TILEROW={TileRow}',
  pmtiles: '/maps/city.pmtiles',
};

const placeholderOf = ({ preset }: TileProvider) => (isOwnPreset(preset) ? placeholders[preset] : undefined);

interface FieldProps {
  provider: TileProvider;
  name: ProviderField;
  hint?: string;
  children: ReactNode;
}

function Field({ name, provider, hint, children }: FieldProps) {
  const { t } = useTranslation();
  // The form is read when it is validated: the last render is older than the letter that was typed.
  const rule: FormRule = ({ getFieldsValue }) => ({
    async validator() {
      const problem = findProviderProblems(toProvider({ ...provider, ...getFieldsValue() }))[name];
      if (problem) throw new Error(t(`errors.map_provider.${problem}`));
    },
  });
  const isNeeded = name === 'name' || name === 'tiles' || name === 'key';
  return (
    <Form.Item
      name={name}
      label={t(`system.mapSettings.fields.${name}`)}
      extra={hint}
      required={isNeeded}
      rules={[rule]}
    >
      {children}
    </Form.Item>
  );
}

interface AddressInputProps {
  isLong: boolean;
  placeholder: string | undefined;
  value?: string[];
  onChange?: (value: string[]) => void;
  id?: string;
}

/** Addresses, one on a line. */
function AddressInput({ isLong, value = [], onChange, placeholder, ...control }: AddressInputProps) {
  return (
    <Input.TextArea
      {...control}
      autoSize={{ minRows: isLong ? 2 : 1, maxRows: 6 }}
      spellCheck={false}
      {...(placeholder && { placeholder })}
      value={value.join('\n')}
      onChange={({ target }) => onChange?.(target.value === '' ? [] : target.value.split('\n'))}
    />
  );
}
