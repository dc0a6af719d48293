import { useApolloClient } from '@apollo/client/react';
import { Box, Button } from '@chakra-ui/react';
import { ChevronsUpDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { organizationName } from '../../lib/organizationName.ts';
import { page } from '../../lib/page.ts';
import { workState } from '../../lib/unsavedWork.ts';
import { openActivityChannel } from '../../lib/userActivity.ts';
import { usePart } from '../../lib/useLoaded.ts';
import { useViewer } from '../../lib/viewer.ts';

const loadDialog = () => import('./SwitchOrganizationDialog.tsx');

/** The organization in which support staff acts, in the top bar. It opens the dialog in which they switch. */
export function OrganizationSwitch() {
  const { t } = useTranslation('organizations');
  const { organization, actingOrganization } = useViewer();
  const [open, setOpen] = useState(false);
  const dialog = usePart(loadDialog, open);
  useSwitchInOtherTab();
  const { name } = actingOrganization ?? organization;

  return (
    <>
      <Button
        variant={actingOrganization ? 'subtle' : 'ghost'}
        colorPalette={actingOrganization ? 'blue' : undefined}
        size="sm"
        px="2"
        minW="0"
        flexShrink="1"
        fontWeight="semibold"
        aria-label={t('acting.button', { name })}
        onClick={() => setOpen(true)}
      >
        <Box as="span" {...organizationName}>
          {name}
        </Box>
        <ChevronsUpDown aria-hidden="true" />
      </Button>
      {open && dialog ? <dialog.SwitchOrganizationDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** All tabs are in one organization: the session's. A page with unsaved input stays, and reads again what it shows. */
function useSwitchInOtherTab(): void {
  const client = useApolloClient();
  useEffect(() => {
    const channel = openActivityChannel((message) => {
      if (message !== 'switched') return;
      if (workState() === 'clean') page.reload();
      else void client.refetchQueries({ include: 'active' });
    });
    return () => channel.close();
  }, [client]);
}
