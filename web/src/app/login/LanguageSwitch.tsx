import { languages } from '@limpid/contract/language';
import { useTranslation } from 'react-i18next';
import { changeLanguage, currentLanguage, languageNames } from '../i18n.ts';
import styles from './login.module.css';

export function LanguageSwitch() {
  const { t } = useTranslation();
  const current = currentLanguage();
  return (
    <nav className={styles.languages} aria-label={t('shell.language')}>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={language === current}
          onClick={() => language !== current && changeLanguage(language)}
        >
          {languageNames[language]}
        </button>
      ))}
    </nav>
  );
}
