import { Box, Button } from '@chakra-ui/react';
import { UserRound } from 'lucide-react';
import { lazy, Suspense, useRef, useState, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { usePart } from '../lib/useLoaded.ts';
import { useViewer } from '../lib/viewer.ts';

const ChangePassword = lazy(async () => ({
  default: (await import('../features/account/ChangePasswordDialog.tsx')).ChangePasswordDialog,
}));
const loadItems = () => import('./UserMenuItems.tsx');
/** The keys that open a menu, as a click does. */
const OPENING = new Set(['ArrowDown', 'ArrowUp']);

/**
 * The button of what belongs to the user. Its menu is loaded at the first sign of the user and then has the events of the
 * button; a click that comes first opens it as soon as it is there.
 */
export function UserMenu() {
  const { t } = useTranslation('shell');
  const { user } = useViewer();
  const button = useRef<HTMLButtonElement>(null);
  const [isWanted, setWanted] = useState(false);
  const [ofMenu, setOfMenu] = useState<ComponentProps<'button'>>({});
  const [isChanging, setChanging] = useState(false);
  const items = usePart(loadItems, isWanted);
  const name = `${user.firstName} ${user.lastName}`;

  return (
    <>
      <Button
        ref={button}
        variant="ghost"
        size="sm"
        px="2"
        aria-label={t('userMenu', { name })}
        aria-haspopup="menu"
        aria-expanded={false}
        onClick={() => setWanted(true)}
        onKeyDown={({ key }) => OPENING.has(key) && setWanted(true)}
        {...ofMenu}
      >
        <UserRound />
        <Box as="span" hideBelow="md">
          {name}
        </Box>
      </Button>
      {items ? (
        <items.UserMenuItems
          button={button}
          isWanted={isWanted}
          onButton={setOfMenu}
          onChangePassword={() => setChanging(true)}
        />
      ) : null}
      {isChanging ? (
        <Suspense fallback={null}>
          <ChangePassword onClose={() => setChanging(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
