import { type Language, languages } from '@limpid/contract/language';
import type { Personalization } from '@limpid/contract/system/personalization';
import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { brandTitle } from '../../../api/branding.ts';
import previewStyles from './branding-preview.module.css';
import { LoginMiniature } from './LoginMiniature.tsx';
import styles from './personalization.module.css';
import { pictureUrl } from './picture-url.ts';
import { ShellMiniature } from './ShellMiniature.tsx';
import { useTextsOf } from './use-texts-of.ts';

interface Props {
  values: Personalization;
  language: Language;
  onLanguage: (language: Language) => void;
}

/** The login page and the shell with the unsaved values of the form. */
export function BrandingPreview({ values, language, onLanguage }: Props) {
  const { t } = useTranslation();
  const text = useTextsOf(language);
  const customTitle = brandTitle(trimTitles(values), language);
  const look = {
    title: customTitle ?? text('shell.product'),
    logo: values.homeLogo ? pictureUrl(values.homeLogo) : '/logo.svg',
  };
  return (
    <section className={`${styles.card} ${previewStyles.preview}`} aria-labelledby="look-preview">
      <header className={previewStyles.previewHead}>
        <h2 id="look-preview">{t('system.personalization.preview')}</h2>
        <Segmented<Language>
          size="small"
          aria-label={t('system.personalization.previewLanguage')}
          value={language}
          onChange={onLanguage}
          options={languages.map((value) => ({
            value,
            label: t(`system.personalization.languages.${value}`),
          }))}
        />
      </header>
      <figure aria-label={t('system.personalization.previewOf', { title: look.title })}>
        <LoginMiniature
          {...look}
          text={text}
          isOwn={customTitle !== null}
          background={values.loginBackground && pictureUrl(values.loginBackground)}
        />
        <figcaption>{t('system.personalization.previewLogin')}</figcaption>
      </figure>
      <figure>
        <ShellMiniature {...look} />
        <figcaption>{t('system.personalization.previewConsole')}</figcaption>
      </figure>
    </section>
  );
}

function trimTitles({ homeZhTitle, homeEnTitle, homeFrTitle }: Personalization) {
  return {
    homeZhTitle: homeZhTitle?.trim() || null,
    homeEnTitle: homeEnTitle?.trim() || null,
    homeFrTitle: homeFrTitle?.trim() || null,
  };
}
