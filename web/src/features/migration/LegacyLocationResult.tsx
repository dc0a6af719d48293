import { Alert, Button, Stack } from '@chakra-ui/react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { DescriptionList } from '../../components/DescriptionList.tsx';
import type { FindLegacyLocationsQuery } from './gql/MigrateOrganizationSearch.ts';

export type LegacyLocation = FindLegacyLocationsQuery['legacyLocations'][number];

/**
 * A location that the search found, and the button that selects it. A child location and one that is already migrated
 * cannot be selected; one with an API key can, with a warning.
 */
export function LegacyLocationResult(props: { location: LegacyLocation; contact: string; onSelect: () => void }) {
  const { t } = useTranslation('migration');
  const id = useId();
  const { dmeId, name, address1, address2, city, state, zip, isChild, migrated, hasApiKey } = props.location;
  const notes = [
    { text: isChild ? t('search.child') : null, stops: true },
    { text: migrated ? t('search.migrated') : null, stops: true },
    { text: hasApiKey ? t('search.apiKey', { name: props.contact }) : null, stops: false },
  ].filter(({ text }) => text !== null);
  return (
    <Stack borderWidth="1px" borderRadius="l2" p="3" gap="3">
      <DescriptionList
        id={id}
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}
        gap="2"
        labelWidth="5rem"
        items={[
          { label: t('place.dmeId'), value: dmeId, mono: true },
          { label: t('place.name'), value: name },
          { label: t('place.address'), value: [address1, address2].filter(Boolean).join(', ') },
          { label: t('place.city'), value: city },
          { label: t('place.state'), value: state },
          { label: t('place.zip'), value: zip },
        ]}
      />
      {notes.map(({ text, stops }) => (
        <Alert.Root key={text} status={stops ? 'neutral' : 'warning'} size="sm">
          <Alert.Indicator />
          <Alert.Title fontWeight="normal">{text}</Alert.Title>
        </Alert.Root>
      ))}
      <Button
        alignSelf="flex-start"
        size="sm"
        aria-describedby={id}
        disabled={isChild || migrated}
        onClick={props.onSelect}
      >
        {t('search.select')}
      </Button>
    </Stack>
  );
}
