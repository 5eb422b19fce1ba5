import { Link } from 'react-router';
import { hasAnyPermission } from '../../../api/session.ts';
import { cannonAddress } from '../../../query/cannons/cannon-address.ts';
import { EllipsisText } from '../../../ui/EllipsisText.tsx';
import styles from './cannon.module.css';

/** The name of a cannon; a link to it for people who may open it. */
export function CannonNameLink({ cannonId, name }: { cannonId: number | null; name: string }) {
  const text = <EllipsisText text={name} />;
  if (cannonId === null || !hasAnyPermission('fog:gun:query')) return text;
  return (
    <Link to={cannonAddress(cannonId)} className={styles.link}>
      {text}
    </Link>
  );
}
