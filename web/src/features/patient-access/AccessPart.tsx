import { Heading } from '@chakra-ui/react';

/** The title of a part of the card. */
export const AccessPart = ({ children }: { children: string }) => (
  <Heading as="h3" textStyle="sm" mb="2">
    {children}
  </Heading>
);
