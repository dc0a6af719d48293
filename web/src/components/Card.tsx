import { Card as ChakraCard, Heading, HStack, type CardRootProps } from '@chakra-ui/react';
import { useContext, type ReactNode } from 'react';
import { CardStart } from './cardStart.ts';

/**
 * A titled panel: <Card title={t('communication')} action={<Button …/>}>…</Card>. The title is an h2. With null as its
 * content it is a header only. With null as its action, which may come later, the header is as high as with a button.
 */
export function Card({
  title,
  action,
  children,
  ...rest
}: Omit<CardRootProps, 'title'> & { title?: ReactNode; action?: ReactNode; children: ReactNode }) {
  const start = useContext(CardStart);
  return (
    // The cards inside this one, and those of its dialogs, have no such button.
    <CardStart value={null}>
      <ChakraCard.Root as="section" size="sm" variant="outline" {...rest}>
        {title || action ? (
          <ChakraCard.Header pb={children === null ? '4' : undefined}>
            <HStack justify="space-between" gap="3" flexWrap="wrap" minH={action === undefined ? undefined : '9'}>
              <HStack gap="1">
                {start}
                <Heading as="h2" size="sm">
                  {title}
                </Heading>
              </HStack>
              {action}
            </HStack>
          </ChakraCard.Header>
        ) : null}
        {children === null ? null : <ChakraCard.Body>{children}</ChakraCard.Body>}
      </ChakraCard.Root>
    </CardStart>
  );
}
