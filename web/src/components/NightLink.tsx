import { Link as ChakraLink } from '@chakra-ui/react';
import { Link } from 'react-router';
import { formatDate } from '../lib/dates.ts';
import { useNightAddress } from '../lib/useNightAddress.ts';

/** The date of a night, which opens the night. For the page of a patient, which shows the night of its address. */
export function NightLink({ date }: { date: string }) {
  const { addressOf } = useNightAddress();
  return (
    <ChakraLink asChild color="teal.fg" textUnderlineOffset="3px">
      <Link to={addressOf(date)} preventScrollReset>
        {formatDate(date)}
      </Link>
    </ChakraLink>
  );
}
