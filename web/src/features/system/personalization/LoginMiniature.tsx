import type { TFunction } from 'i18next';
import { EntryName } from '../../../ui/entry/EntryName.tsx';
import { EntryPicture } from '../../../ui/entry/EntryPicture.tsx';
import entry from '../../../ui/entry/entry.module.css';
import { useScale } from '../../../ui/scale.ts';
import { useWidth } from '../../../ui/use-width.ts';
import styles from './branding-preview.module.css';

interface Props {
  title: string;
  logo: string;
  background: string | null;
  isOwn: boolean;
  /** The texts of the language that is previewed. */
  text: TFunction;
}

/** The width of the page before scaling, as in the style sheet. */
const pageWidth = 720;

/** A scaled-down login page, in which titles wrap as on the real one. */
export function LoginMiniature({ title, logo, background, isOwn, text }: Props) {
  const scale = useScale();
  const [box, width] = useWidth<HTMLDivElement>();
  return (
    <div className={styles.window}>
      <div className={styles.windowTab} aria-hidden>
        <img src="/logo.svg" alt="" />
        <span>
          {text('shell.login.title')} · {title}
        </span>
      </div>
      <div ref={box} className={styles.miniature}>
        <div inert className={styles.page} style={{ transform: `scale(${width / (pageWidth * scale)})` }}>
          <div className={entry.page}>
            <EntryPicture src={background} />
            <div className={`${entry.card} ${styles.entryCard}`}>
              <EntryName
                logo={logo}
                title={title}
                tagline={isOwn ? undefined : text('shell.tagline')}
                address={undefined}
              />
              <div className={styles.fakeField}>{text('shell.login.fields.username')}</div>
              <div className={styles.fakeField}>{text('shell.login.fields.password')}</div>
              <div className={styles.fakeButton}>{text('shell.login.submit')}</div>
            </div>
          </div>
        </div>
      </div>
    </div>
  );
}
