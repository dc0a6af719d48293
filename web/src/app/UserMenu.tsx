import { Box, Button } from '@chakra-ui/react';
import { UserRound } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePartButton } from '../components/usePartButton.ts';
import { useViewer } from '../lib/viewer.ts';

const ChangePassword = lazy(async () => ({
  default: (await import('../features/account/ChangePasswordDialog.tsx')).ChangePasswordDialog,
}));
const loadItems = () => import('./UserMenuItems.tsx');

/** The button of what belongs to the user, and its menu. */
export function UserMenu() {
  const { t } = useTranslation('shell');
  const { user } = useViewer();
  const { part, button, ofButton } = usePartButton(loadItems, 'menu');
  const [isChanging, setChanging] = useState(false);
  const name = `${user.firstName} ${user.lastName}`;

  return (
    <>
      <Button variant="ghost" size="sm" px="2" aria-label={t('userMenu', { name })} {...button}>
        <UserRound />
        <Box as="span" hideBelow="md">
          {name}
        </Box>
      </Button>
      {part ? <part.UserMenuItems ofButton={ofButton} onChangePassword={() => setChanging(true)} /> : null}
      {isChanging ? (
        <Suspense fallback={null}>
          <ChangePassword onClose={() => setChanging(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
