import { Button, VisuallyHidden, type ButtonProps } from '@chakra-ui/react';
import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** A link in the look of a button, which opens a page in a new tab and says so. */
export function NewTabButton(props: { to: string; label: string; onClick?: () => void } & Pick<ButtonProps, 'size'>) {
  const { t } = useTranslation('device-settings');
  return (
    <Button asChild size={props.size}>
      <a href={props.to} target="_blank" rel="noopener noreferrer" onClick={props.onClick}>
        {props.label}
        <VisuallyHidden>{t('edit.newTab')}</VisuallyHidden>
        <ExternalLink size={14} aria-hidden="true" />
      </a>
    </Button>
  );
}
