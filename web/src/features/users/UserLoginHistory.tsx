import { Box, Button } from '@chakra-ui/react';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { LoginHistory } from './LoginHistory.tsx';
import type { UserCardProps } from './userCard.ts';

/** The login history, collapsed until the viewer opens it; it is read then. */
export function UserLoginHistory({ user }: UserCardProps) {
  const { t } = useTranslation('user-page');
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <Card
      title={t('loginHistory')}
      action={
        <Button
          size="xs"
          variant="ghost"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen((open) => !open)}
        >
          <Icon />
          {t(isOpen ? 'hide' : 'show')}
        </Button>
      }
    >
      <Box id={id} hidden={!isOpen}>
        {isOpen ? <LoginHistory user={user} /> : null}
      </Box>
    </Card>
  );
}
