import { Box, Stack, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../components/TextLink.tsx';
import { isTextKey } from '../../lib/textKey.ts';
import { urls } from '../../lib/urls.ts';

interface Property {
  name: string;
  value: string | null;
}

/** Details that the sentence of the line says in words. */
const IN_SENTENCE = new Set(['subjects', 'user', 'users', 'organization', 'location', 'machine']);

/** Returns a value as text: a list without the signs of its notation. */
function textOf(value: string): string {
  try {
    const list: unknown = JSON.parse(value);
    return Array.isArray(list) ? list.map(String).join(', ') : value;
  } catch {
    return value; // a text
  }
}

/** Returns the words of a name in code: `clientId` and `client_id` are "client id". */
const wordsOf = (name: string) =>
  name
    .replace(/_/g, ' ')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();

/**
 * The details of a line that its sentence does not say: names, and values as far as the viewer may see them. A list
 * without entries is left out; several patients are listed once the viewer opens their list.
 */
export function ActivityProperties(props: { properties: readonly Property[] }) {
  const { t, i18n } = useTranslation('activity');
  const shown = props.properties.filter(({ name, value }) => value !== '[]' && !IN_SENTENCE.has(name));
  const nameOf = (name: string) => {
    const key = `details.${name}`;
    return isTextKey(i18n, 'activity', key) ? t(key) : wordsOf(name);
  };
  return (
    <Stack as="ul" gap="0.5" listStyleType="none">
      {shown.map(({ name, value }) => (
        <li key={name}>
          {name === 'patients' && value !== null ? (
            <Patients ids={JSON.parse(value) as number[]} />
          ) : (
            <>
              <Text as="span" color="fg.muted">
                {nameOf(name)}
              </Text>{' '}
              <Text as="span" overflowWrap="anywhere">
                {value === null ? t('hidden') : textOf(value)}
              </Text>
            </>
          )}
        </li>
      ))}
    </Stack>
  );
}

/** The patients of a line, each with a link to the record. */
function Patients({ ids }: { ids: readonly number[] }) {
  const { t } = useTranslation('activity');
  const links = ids.map((id) => (
    <TextLink key={id} to={urls.patient(id)}>
      {t('patient', { id })}
    </TextLink>
  ));
  if (ids.length === 1) return <>{links}</>;
  return (
    <details>
      <Box as="summary" cursor="pointer">
        {t('patients', { count: ids.length })}
      </Box>
      <Stack gap="0.5" ps="4" maxH="12rem" overflowY="auto">
        {links}
      </Stack>
    </details>
  );
}
