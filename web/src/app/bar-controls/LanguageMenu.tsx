import { TranslationOutlined } from '@ant-design/icons';
import { languages, parseLanguage } from '@limpid/contract/language';
import { useTranslation } from 'react-i18next';
import { changeLanguage, currentLanguage, languageNames } from '../i18n.ts';
import { ChoiceMenu } from './ChoiceMenu.tsx';

export function LanguageMenu() {
  const { t } = useTranslation();
  return (
    <ChoiceMenu
      name={t('shell.language')}
      icon={<TranslationOutlined />}
      choices={languages.map((language) => ({ key: language, label: languageNames[language] }))}
      chosen={currentLanguage()}
      onChoose={(key) => changeLanguage(parseLanguage(key))}
    />
  );
}
