import { Stack, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';

/** Returns a value as text: a list without the signs of its notation. */
function textOf(value: string): string {
  try {
    const list: unknown = JSON.parse(value);
    return Array.isArray(list) ? list.map(String).join(', ') : value;
  } catch {
    return value; // a text
  }
}

/** The details of a line: names, and values as far as the viewer may see them. A list without entries is left out. */
export function ActivityProperties(props: { properties: readonly { name: string; value: string | null }[] }) {
  const { t } = useTranslation('activity');
  const shown = props.properties.filter(({ value }) => value !== '[]');
  return (
    <Stack as="ul" gap="0.5" listStyleType="none">
      {shown.map(({ name, value }) => (
        <li key={name}>
          <Text as="span" color="fg.muted">
            {name}
          </Text>{' '}
          <Text as="span" overflowWrap="anywhere">
            {value === null ? t('hidden') : textOf(value)}
          </Text>
        </li>
      ))}
    </Stack>
  );
}
