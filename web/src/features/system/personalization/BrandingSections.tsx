import { type Language, languages } from '@limpid/contract/language';
import { addressLength, readLinkAddress, titleLength } from '@limpid/contract/system/personalization';
import { Form, type FormRule, Input } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EntryScenery } from '../../../ui/entry/EntryScenery.tsx';
import { PictureField } from './PictureField.tsx';
import styles from './personalization.module.css';

interface Props {
  /** Called when a title of a language gets the focus. */
  onLanguage: (language: Language) => void;
  onUploading: (isUploading: boolean) => void;
}

const homeTitles = { zh: 'homeZhTitle', en: 'homeEnTitle', fr: 'homeFrTitle' } as const;
const mapTitles = { zh: 'mapZhTitle', en: 'mapEnTitle', fr: 'mapFrTitle' } as const;

export function BrandingSections({ onLanguage, onUploading }: Props) {
  const { t } = useTranslation();
  const titlesOf = (names: typeof homeTitles | typeof mapTitles) =>
    languages.map((language) => (
      <TextField
        key={language}
        name={names[language]}
        max={titleLength}
        placeholder={t('shell.product')}
        onFocus={() => onLanguage(language)}
      />
    ));
  return (
    <>
      <Section title={t('system.personalization.home')} hint={t('system.personalization.homeHint')}>
        {titlesOf(homeTitles)}
        <PictureField
          name="homeLogo"
          purpose="logo"
          hint={t('system.personalization.logoHint')}
          standard={<img src="/logo.svg" alt="" />}
          onUploading={onUploading}
        />
      </Section>
      <Section title={t('system.personalization.login')}>
        <PictureField
          name="loginBackground"
          purpose="background"
          hint={t('system.personalization.backgroundHint')}
          standard={
            <span className={`login ${styles.scenery}`}>
              <EntryScenery />
            </span>
          }
          onUploading={onUploading}
        />
        <AddressField />
      </Section>
      <Section title={t('system.personalization.map')} hint={t('system.personalization.mapHint')}>
        {titlesOf(mapTitles)}
        <TextField
          name="mapApproval"
          max={titleLength}
          placeholder="GS(2026)0001号"
          extra={t('system.personalization.approvalHint')}
        />
      </Section>
    </>
  );
}

function AddressField() {
  const { t } = useTranslation();
  const isUsable = (value: string | null) => !value?.trim() || readLinkAddress(value.trim()) !== undefined;
  return (
    <TextField
      name="loginUrl"
      max={addressLength}
      placeholder="https://"
      extra={t('system.personalization.loginUrlHint')}
      rule={{
        validator: async (_, value: string | null) => {
          if (!isUsable(value)) throw new Error('no address');
        },
        message: t('errors.field.web_address', { label: t('system.personalization.fields.loginUrl') }),
      }}
    />
  );
}

function Section({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {hint && <p className={styles.hint}>{hint}</p>}
      {children}
    </section>
  );
}

interface TextFieldProps {
  name: string;
  max: number;
  placeholder: string;
  extra?: string;
  rule?: FormRule;
  onFocus?: () => void;
}

function TextField({ name, max, placeholder, extra, rule, onFocus }: TextFieldProps) {
  const { t } = useTranslation();
  const label = t(`system.personalization.fields.${name}`);
  const length: FormRule = { max, message: t('errors.field.max', { label, limit: max }) };
  return (
    <Form.Item name={name} label={label} extra={extra} validateFirst rules={rule ? [length, rule] : [length]}>
      <Input placeholder={placeholder} onFocus={onFocus} allowClear />
    </Form.Item>
  );
}
