import { apiPrefix } from '@limpid/contract/envelope';
import { Avatar } from 'antd';

interface Person {
  userName: string;
  nickName: string;
  avatar: string | null;
}

interface Props {
  person: Person | null | undefined;
  className?: string | undefined;
}

/** The picture of a user; the first letter of the name without a picture. */
export function PersonAvatar({ person, className }: Props) {
  const name = person?.nickName || person?.userName || '';
  return (
    <Avatar
      src={person?.avatar ? apiPrefix + person.avatar : undefined}
      alt=""
      aria-hidden
      className={className}
    >
      {[...name][0]?.toUpperCase()}
    </Avatar>
  );
}
