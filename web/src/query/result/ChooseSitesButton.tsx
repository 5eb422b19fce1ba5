import { Button } from 'antd';
import { useTranslation } from 'react-i18next';

interface ChooseSitesButtonProps {
  onChoose: (isChoosing: boolean) => void;
}

/** The next step of a screen without sites. */
export function ChooseSitesButton({ onChoose }: ChooseSitesButtonProps) {
  const { t } = useTranslation();
  return (
    <Button type="primary" aria-haspopup="dialog" onClick={() => onChoose(true)}>
      {t('data.query.chooseSites')}
    </Button>
  );
}
