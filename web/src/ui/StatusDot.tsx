import { theme } from 'antd';
import styles from './ui.module.css';

/** The styles of dictionary entries; unknown ones are neutral. */
function useDotColour(look: string | null | undefined): string {
  const { token } = theme.useToken();
  switch (look) {
    case 'primary':
      // Not the theme colour, which may be red.
      return token.colorInfo;
    case 'success':
      return token.colorSuccess;
    case 'warning':
      return token.colorWarning;
    case 'danger':
      return token.colorError;
    case 'info':
      return token.colorTextTertiary;
    default:
      return token.colorTextQuaternary;
  }
}

/** A state as a dot with its text, so that it does not depend on colour alone. */
export function StatusDot({ look, text }: { look: string | null | undefined; text: string }) {
  const colour = useDotColour(look);
  return (
    <span className={styles.status}>
      <span aria-hidden className={styles.dot} style={{ background: colour }} />
      {text}
    </span>
  );
}
