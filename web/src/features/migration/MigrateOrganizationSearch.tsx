import { Button, HStack, Input, NativeSelect, Stack, Text } from '@chakra-ui/react';
import { ArrowLeft, Search } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../components/ErrorState.tsx';
import { FormField } from '../../components/FormField.tsx';
import type { LegacySearchBy } from '../../gql/schema.ts';
import { graphql } from '../../lib/graphql.ts';
import { useLogged } from '../../lib/useLogged.ts';
import { useFindLegacyLocations, useLegacyContactQuery } from './gql/MigrateOrganizationSearch.ts';
import { LegacyLocationTable, type LegacyLocation } from './LegacyLocationTable.tsx';

graphql(`
  query FindLegacyLocations($query: String!, $by: LegacySearchBy!) {
    legacyLocations(query: $query, by: $by) {
      dmeId
      name
      address1
      address2
      zip
      city
      state
      country
      phone
      isChild
      migrated
      hasApiKey
    }
  }
`);
graphql(`
  query LegacyContact {
    legacyContact
  }
`);

/** A location of the legacy system. */
const SEARCH_BY: readonly LegacySearchBy[] = ['DME_ID', 'NAME'];

/**
 * Searches the locations of the legacy system, for the form of an organization: `onSelect` receives the location that
 * becomes its primary one. A failed search is logged (document 001, section 8), and a line says so, with Retry.
 */
export function MigrateOrganizationSearch(props: { onSelect: (location: LegacyLocation) => void; onBack: () => void }) {
  const { t } = useTranslation('migration');
  const { by, setBy, query, setQuery, input, problem, search, retry, isSearching, found, failure } = useLegacySearch();
  const { data, error } = useLegacyContactQuery();
  useLogged('The contact for API keys could not be loaded', error);
  const outcome = found && (found.length > 0 ? t('search.found', { count: found.length }) : t('search.none'));
  return (
    <Stack gap="4" pb="2">
      <form role="search" aria-label={t('search.title')} noValidate onSubmit={(event) => void search(event)}>
        <HStack gap="3" align="flex-start" flexWrap="wrap">
          <FormField label={t('search.by')} w={{ base: 'full', sm: '44' }}>
            <NativeSelect.Root>
              <NativeSelect.Field value={by} onChange={({ target }) => setBy(target.value as LegacySearchBy)}>
                {SEARCH_BY.map((value) => (
                  <option key={value} value={value}>
                    {t(`search.choices.${value}`)}
                  </option>
                ))}
              </NativeSelect.Field>
              <NativeSelect.Indicator />
            </NativeSelect.Root>
          </FormField>
          <FormField
            label={t('search.query')}
            help={t(`search.queryHelp.${by}`)}
            error={problem}
            flex="1"
            minW={{ base: 'full', sm: '48' }}
          >
            <Input
              ref={input}
              type="search"
              autoComplete="off"
              maxLength={255}
              value={query}
              onChange={({ target }) => setQuery(target.value)}
            />
          </FormField>
          {/* It stays enabled: a second search cancels the first. */}
          <Button type="submit" mt={{ sm: '6' }}>
            <Search aria-hidden="true" />
            {t('search.submit')}
          </Button>
        </HStack>
      </form>
      <Text role="status" color="fg.muted" textStyle="sm">
        {isSearching ? t('search.searching') : outcome}
      </Text>
      {found && found.length > 0 ? (
        <LegacyLocationTable
          locations={found}
          contact={data?.legacyContact ?? (error ? t('search.unknownContact') : '…')}
          isSearching={isSearching}
          onSelect={props.onSelect}
        />
      ) : null}
      {failure && !isSearching ? <ErrorState error={failure} failedText={t('search.failed')} onRetry={retry} /> : null}
      <Button alignSelf="flex-start" variant="outline" onClick={props.onBack}>
        <ArrowLeft aria-hidden="true" />
        {t('search.back')}
      </Button>
    </Stack>
  );
}

/** Returns the fields of the search, and what the last one found or how it failed; null before the first. */
function useLegacySearch() {
  const find = useFindLegacyLocations();
  const input = useRef<HTMLInputElement>(null);
  const running = useRef<AbortController | null>(null);
  const [by, setBy] = useState<LegacySearchBy>('DME_ID');
  const [query, setQuery] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isSearching, setSearching] = useState(false);
  const [found, setFound] = useState<readonly LegacyLocation[] | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    input.current?.focus();
    return () => running.current?.abort();
  }, []);

  function search(event: FormEvent) {
    event.preventDefault();
    // React lets the event of a form in a dialog bubble to the form that opened the dialog.
    event.stopPropagation();
    return run();
  }
  async function run() {
    const text = query.trim();
    setProblem(text ? undefined : 'required');
    if (!text) return void input.current?.focus();
    running.current?.abort();
    const sent = new AbortController();
    running.current = sent;
    setSearching(true);
    try {
      const locations = await find({ query: text, by }, { signal: sent.signal });
      if (sent.signal.aborted) return;
      setFound(locations);
      setFailure(null);
    } catch (error) {
      if (sent.signal.aborted) return;
      console.error('The search of the legacy system failed:', error);
      setFound(null);
      setFailure(error);
    } finally {
      if (running.current === sent) setSearching(false);
    }
  }
  function change(text: string) {
    setQuery(text);
    setProblem(undefined);
  }
  function retry() {
    input.current?.focus(); // the button goes away
    void run();
  }
  return { by, setBy, query, setQuery: change, input, problem, search, retry, isSearching, found, failure };
}
