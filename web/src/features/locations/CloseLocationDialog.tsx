import { Alert, NativeSelect, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../components/ErrorState.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { FormField } from '../../components/FormField.tsx';
import { SkeletonLines } from '../../components/Skeletons.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { useSubmitForm } from '../../components/useSubmitForm.ts';
import { graphql } from '../../lib/graphql.ts';
import { useCloseLocation, useLocationUsageQuery, type LocationUsageQuery } from './gql/CloseLocationDialog.ts';
import type { LocationRow } from './LocationsPanel.tsx';
import { formatCount } from '../../lib/numberLocale.ts';
import { PLACE_QUERIES } from '../../lib/placeQueries.ts';

graphql(`
  query LocationUsage($id: ID!) {
    node(id: $id) {
      id
      ... on Location {
        usage {
          patients
          machines
          users
          groups
        }
      }
    }
  }
`);

graphql(`
  mutation CloseLocation($input: CloseLocationInput!) {
    closeLocation(input: $input) {
      complete
      moved {
        patients
        machines
      }
      ...UserErrors
    }
  }
`);

/** The server counts patients and machines up to here. */
const COUNTED = 10_000;
const KINDS = ['patients', 'machines', 'users', 'groups'] as const;

type Node = NonNullable<LocationUsageQuery['node']>;
type Usage = NonNullable<Extract<Node, { __typename: 'Location' }>['usage']>;

/**
 * Closes a location: shows what belongs to it and asks to which open location that moves. Much is moved in several
 * requests; what a lost connection leaves behind is moved by doing it again.
 */
export function CloseLocationDialog(props: {
  location: LocationRow;
  locations: readonly LocationRow[];
  onClose: () => void;
}) {
  const { t } = useTranslation('locations');
  const { location, locations, onClose } = props;
  const { name, closedAt } = location;
  const { data, error, refetch } = useLocationUsageQuery({
    variables: { id: location.id },
    fetchPolicy: 'network-only',
  });
  const client = useApolloClient();
  const close = useCloseLocation();
  const [moved, setMoved] = useState(0);
  const usage = usageOf(data);
  const isUsed = usage !== null && KINDS.some((kind) => usage[kind] > 0);
  const submitForm = useSubmitForm({
    defaultValues: { moveToId: '' },
    async onSubmit({ moveToId }, { saving, saved }) {
      const input = { locationId: String(location.databaseId), moveToId: moveToId || null };
      try {
        for (let complete = false; !complete;) {
          const answer = await saving(close({ input }));
          if (answer.userErrors.length > 0) return answer.userErrors;
          complete = answer.complete;
          setMoved((before) => before + (answer.moved?.patients ?? 0) + (answer.moved?.machines ?? 0));
        }
      } finally {
        // Once: the row that the dialog belongs to may leave the page of the table when it is closed.
        void client.refetchQueries({ include: PLACE_QUERIES });
      }
      saved();
      toaster.success({ title: t(closedAt ? 'moved' : 'close.done', { name }) });
      onClose();
    },
  });
  const { register, formState } = submitForm.form;

  return (
    <FormDialog
      form={submitForm}
      title={t(closedAt ? 'move' : 'close.title', { name })}
      onClose={onClose}
      submitLabel={t(closedAt ? 'moveLabel' : 'close.label')}
      status={moved > 0 ? { saving: t('close.progress', { total: formatCount(moved) }) } : undefined}
    >
      <Text>{t('close.body')}</Text>
      {usage ? (
        isUsed ? (
          <>
            <Stack as="ul" gap="1" ps="5" listStyleType="disc">
              {KINDS.filter((kind) => usage[kind] > 0).map((kind) => (
                <li key={kind}>
                  {usage[kind] > COUNTED
                    ? t(`usage.${kind}Capped`, { total: formatCount(COUNTED) })
                    : t(`usage.${kind}`, { count: usage[kind], total: formatCount(usage[kind]) })}
                </li>
              ))}
            </Stack>
            <FormField
              label={t('close.moveTo')}
              help={t('close.moveToHelp')}
              error={formState.errors.moveToId?.message}
              required
            >
              <NativeSelect.Root>
                <NativeSelect.Field {...register('moveToId', { required: 'required' })}>
                  <option value="">{t('close.choose')}</option>
                  {locations
                    .filter((one) => !one.closedAt && one.id !== location.id)
                    .map((one) => (
                      <option key={one.id} value={one.databaseId}>
                        {one.name}
                      </option>
                    ))}
                </NativeSelect.Field>
                <NativeSelect.Indicator />
              </NativeSelect.Root>
            </FormField>
            {usage.users + usage.groups > 0 ? (
              <Alert.Root status="warning">
                <Alert.Indicator />
                <Alert.Title>{t('close.access')}</Alert.Title>
              </Alert.Root>
            ) : null}
          </>
        ) : (
          <Text color="fg.muted">{t('close.empty')}</Text>
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={3} />
      )}
    </FormDialog>
  );
}

const usageOf = (data: LocationUsageQuery | undefined): Usage | null =>
  data?.node?.__typename === 'Location' ? data.node.usage : null;
