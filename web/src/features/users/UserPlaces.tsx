import { HStack, Stack, Text } from '@chakra-ui/react';
import { Star } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { DescriptionList } from '../../components/DescriptionList.tsx';
import type { UserCardProps } from './userCard.ts';

/** The groups and locations of a user; a user of the whole organization has none. */
export function UserPlaces({ user }: UserCardProps) {
  const { t } = useTranslation('user-page');
  const { locations, groups } = user;
  if (!locations?.length && !groups?.length)
    return (
      <Card title={t('places')}>
        <Text color="fg.muted">{t('wholeOrganization')}</Text>
      </Card>
    );
  return (
    <Card title={t('places')}>
      <DescriptionList
        items={[
          { label: t('groups'), value: groups?.map(({ name }) => name).join(', ') },
          {
            label: t('locations'),
            value: locations?.length ? (
              <Stack as="ul" gap="0.5" listStyleType="none">
                {locations.map(({ id, name, isPrimary }) => (
                  <HStack as="li" key={id} gap="1">
                    {name}
                    {isPrimary ? <Star size={14} fill="currentColor" role="img" aria-label={t('primary')} /> : null}
                  </HStack>
                ))}
              </Stack>
            ) : null,
          },
        ]}
      />
    </Card>
  );
}
