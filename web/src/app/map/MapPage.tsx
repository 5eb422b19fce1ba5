import { LayoutOutlined } from '@ant-design/icons';
import { createElement, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { TimeStatus } from '../../features/map/TimeStatus.tsx';
import { BrandName } from '../../ui/BrandName.tsx';
import { AlarmMenu } from '../bar-controls/AlarmMenu.tsx';
import { FullscreenButton } from '../bar-controls/FullscreenButton.tsx';
import { LanguageMenu } from '../bar-controls/LanguageMenu.tsx';
import topBarStyles from '../bar-controls/top-bar.module.css';
import { UserMenu } from '../bar-controls/UserMenu.tsx';
import { currentLanguage } from '../i18n.ts';
import { LiveIndicator } from '../live/LiveIndicator.tsx';
import { homePath } from '../menu/content-routes.ts';
import { NoticeBell } from '../notices/NoticeBell.tsx';
import { getScreen } from '../screens.ts';
import { useBranding } from '../use-branding.ts';
import styles from './map-page.module.css';
import { WallLink } from './WallLink.tsx';

/** The map as a page of its own, without the console. */
export function MapPage() {
  const { t } = useTranslation();
  const { logo, title, info } = useBranding();
  const customTitle = { zh: info.mapZhTitle, en: info.mapEnTitle, fr: info.mapFrTitle }[currentLanguage()];
  const name = customTitle || title;
  useEffect(() => {
    document.title = name;
  }, [name]);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <Link to={homePath} className={styles.name} title={name}>
          <BrandName logo={logo} title={name} collapsed={false} />
        </Link>
        <TimeStatus />
        <div className={topBarStyles.tools}>
          <LiveIndicator />
          <AlarmMenu />
          <NoticeBell />
          <LanguageMenu />
          <WallLink />
          <FullscreenButton />
          <Link to={homePath} className={styles.console}>
            <LayoutOutlined aria-hidden /> <b>{t('map.page.console')}</b>
          </Link>
          <UserMenu />
        </div>
      </header>
      <main className={styles.body}>
        <h1 className="visually-hidden">{t('map.title')}</h1>
        {createElement(getScreen('map'))}
      </main>
    </div>
  );
}
