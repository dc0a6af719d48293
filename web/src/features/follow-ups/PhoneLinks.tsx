import { HStack, Link } from '@chakra-ui/react';
import { Phone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatPhone, phoneUrl } from '../../lib/phone.ts';

/** The phone numbers of a patient; a click calls. One that both fields have is shown once. */
export function PhoneLinks({ patient }: { patient: { phone: string | null; mobilePhone: string | null } }) {
  const { t } = useTranslation('follow-ups');
  const numbers = [...new Set([patient.phone, patient.mobilePhone].map(formatPhone))].filter((number) => number !== '');
  if (numbers.length === 0) return null;
  return (
    <HStack columnGap="3" rowGap="0" flexWrap="wrap">
      {numbers.map((number) => (
        <Link key={number} href={phoneUrl(number)} aria-label={t('call', { number })} color="teal.fg" minH="6">
          <Phone size={14} aria-hidden="true" />
          {number}
        </Link>
      ))}
    </HStack>
  );
}
