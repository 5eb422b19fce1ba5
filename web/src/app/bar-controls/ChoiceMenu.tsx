import type { ReactNode } from 'react';
import { MenuButton } from './MenuButton.tsx';

interface Props {
  name: string;
  icon: ReactNode;
  choices: { key: string; label: string }[];
  chosen: string;
  onChoose(key: string): void;
  className?: string;
}

/** A menu with one selected item, opened by an icon button. */
export function ChoiceMenu({ choices, chosen, onChoose, ...button }: Props) {
  return (
    <MenuButton
      {...button}
      menu={{
        items: choices,
        selectable: true,
        selectedKeys: [chosen],
        onClick: ({ key }) => key !== chosen && onChoose(key),
      }}
    />
  );
}
