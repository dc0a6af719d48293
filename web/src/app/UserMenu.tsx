import { Box, Button } from '@chakra-ui/react';
import { UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { usePartButton } from '../components/usePartButton.ts';
import { newsVersion } from '../gql/newsVersion.ts';
import { useViewer } from '../lib/viewer.ts';

const loadItems = () => import('./UserMenuItems.tsx');

/** The button of what belongs to the user, and its menu. */
export function UserMenu() {
  const { t } = useTranslation('shell');
  const { user, dismissedNotices } = useViewer();
  const { part, button, ofButton } = usePartButton(loadItems, 'menu');
  const name = `${user.firstName} ${user.lastName}`;
  const hasNews = !dismissedNotices.some((one) => one.notice === 'NEWS' && one.newsVersion === newsVersion);

  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        px="2"
        position="relative"
        aria-label={t(hasNews ? 'userMenuWithNews' : 'userMenu', { name })}
        {...button}
      >
        <UserRound />
        {hasNews ? (
          <Box position="absolute" top="1" insetStart="5" boxSize="2" borderRadius="full" bg="teal.solid" />
        ) : null}
        <Box as="span" hideBelow="md">
          {name}
        </Box>
      </Button>
      {part ? <part.UserMenuItems ofButton={ofButton} hasNews={hasNews} /> : null}
    </>
  );
}
