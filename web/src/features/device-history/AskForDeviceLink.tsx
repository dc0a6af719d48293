import { Link } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { urls } from '../../lib/urls.ts';

/**
 * Offers to ask the organization that has a device for it. It is offered for every serial number that the viewer cannot
 * assign, so it reveals nothing. Dialogs render outside the router; a new tab also keeps the form's input.
 */
export function AskForDeviceLink({ serial }: { serial: string }) {
  const { t } = useTranslation('device-history');
  return (
    <Link
      href={urls.askForDevice(serial)}
      target="_blank"
      rel="noopener noreferrer"
      color="teal.fg"
      textDecoration="underline"
    >
      {t('askForDevice')}
    </Link>
  );
}
