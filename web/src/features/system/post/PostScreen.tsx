import { post } from '@limpid/contract/system/post';
import { ResourceScreen } from '../../../resource/ResourceScreen.tsx';

export default function PostScreen() {
  return <ResourceScreen resource={post} />;
}
