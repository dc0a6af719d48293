import { Stack, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';

/** The details of a line: names, and values as far as the viewer may see them. */
export function ActivityProperties(props: { properties: readonly { name: string; value: string | null }[] }) {
  const { t } = useTranslation('activity');
  return (
    <Stack as="ul" gap="0.5" listStyleType="none">
      {props.properties.map(({ name, value }) => (
        <li key={name}>
          <Text as="span" color="fg.muted">
            {name}
          </Text>{' '}
          <Text as="span" overflowWrap="anywhere">
            {value ?? t('hidden')}
          </Text>
        </li>
      ))}
    </Stack>
  );
}
