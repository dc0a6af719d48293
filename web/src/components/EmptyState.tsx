import { Box, VStack } from '@chakra-ui/react';
import { Inbox, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** One line, one icon and, if possible, the action that adds the missing content. */
export function EmptyState({
  text,
  action,
  icon: Icon = Inbox,
}: {
  text: ReactNode;
  action?: ReactNode;
  icon?: LucideIcon;
}) {
  return (
    <VStack gap="3" py="8" px="4" color="fg.muted" textAlign="center">
      <Icon size={28} strokeWidth={1.5} aria-hidden="true" />
      <Box>{text}</Box>
      {action}
    </VStack>
  );
}
