import { Box, Grid, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** The subject of a printed report, in blocks side by side: the patient, the device, the provider. */
export function PrintBlocks({ children }: { children: ReactNode }) {
  return (
    <Grid
      templateColumns={{ base: '1fr', sm: 'repeat(3, 1fr)' }}
      _print={{ gridTemplateColumns: 'repeat(3, 1fr)' }}
      gap="4"
      mb="5"
    >
      {children}
    </Grid>
  );
}

export function PrintBlock({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box as="section" aria-label={title} borderTopWidth="2px" borderColor="teal.solid" pt="2">
      <Text fontSize="xs" color="fg.muted">
        {title}
      </Text>
      {children}
    </Box>
  );
}

export const PrintStrong = ({ children }: { children: ReactNode }) => <Text fontWeight="semibold">{children}</Text>;

/** A named value; nothing when the value is empty. */
export function PrintFact({ name, value }: { name: string; value: string }) {
  return value ? (
    <Text fontSize="xs">
      <Text as="span" color="fg.muted">
        {name}:
      </Text>{' '}
      {value}
    </Text>
  ) : null;
}
