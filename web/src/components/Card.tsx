import { Card as ChakraCard, Heading, HStack, type CardRootProps } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** A titled panel: <Card title={t('communication')} action={<Button …/>}>…</Card>. The title is an h2. */
export function Card({
  title,
  action,
  children,
  ...rest
}: Omit<CardRootProps, 'title'> & { title?: ReactNode; action?: ReactNode; children: ReactNode }) {
  return (
    <ChakraCard.Root as="section" size="sm" variant="outline" {...rest}>
      {title || action ? (
        <ChakraCard.Header>
          <HStack justify="space-between" gap="3" flexWrap="wrap">
            <Heading as="h2" size="sm">
              {title}
            </Heading>
            {action}
          </HStack>
        </ChakraCard.Header>
      ) : null}
      <ChakraCard.Body>{children}</ChakraCard.Body>
    </ChakraCard.Root>
  );
}
