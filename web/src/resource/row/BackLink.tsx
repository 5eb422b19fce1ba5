import { ArrowLeftOutlined } from '@ant-design/icons';
import { Link } from 'react-router';
import styles from '../resource.module.css';

/** Leads from a page without a menu entry back to its parent page. */
export function BackLink({ to, text }: { to: string; text: string }) {
  return (
    <Link to={to} className={styles.back}>
      <ArrowLeftOutlined aria-hidden /> {text}
    </Link>
  );
}
