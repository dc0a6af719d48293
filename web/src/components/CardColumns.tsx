import { Grid, Stack } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/**
 * Cards in two columns, each as long as its own cards: a short card leaves no hole next to a long one. On a narrow
 * window `end` comes below `start`, in the order of the keyboard.
 */
export function CardColumns({ start, end }: { start: ReactNode; end: ReactNode }) {
  return (
    <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }} gap="4" alignItems="start">
      <Stack gap="4" minW="0">
        {start}
      </Stack>
      <Stack gap="4" minW="0">
        {end}
      </Stack>
    </Grid>
  );
}
