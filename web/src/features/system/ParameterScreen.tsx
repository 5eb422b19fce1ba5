import { parameter } from '@limpid/contract/system/parameter';
import { ResourceScreen } from '../../resource/ResourceScreen.tsx';

export default function ParameterScreen() {
  return <ResourceScreen resource={parameter} isKept={({ configType }) => configType === 'Y'} />;
}
