import { Alert } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/dates.ts';

/** The nights of a card that are of no patient, with their dates. `children`: what can be done about it. */
export function UnassignedNights(props: {
  unassigned: { nights: number; from: string; to: string };
  children?: ReactNode;
}) {
  const { t } = useTranslation('uploads');
  const { nights, from, to } = props.unassigned;
  return (
    <Alert.Root status="warning" role="note">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title fontWeight="normal">
          {t('unassigned', { count: nights, from: formatDate(from), to: formatDate(to) })}
        </Alert.Title>
        {props.children}
      </Alert.Content>
    </Alert.Root>
  );
}
