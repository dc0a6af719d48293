import { Box, Button, Stack, Text } from '@chakra-ui/react';
import { Building2, Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Combobox } from '../../components/Combobox.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { FormField } from '../../components/FormField.tsx';
import { Modal } from '../../components/Modal.tsx';
import { SkeletonLines } from '../../components/Skeletons.tsx';
import { graphql } from '../../lib/graphql.ts';
import { useViewer } from '../../lib/viewer.ts';
import { useRecentOrganizationsQuery } from './gql/SwitchOrganizationDialog.ts';
import { useActIn } from './useActIn.ts';
import { fewestLetters, useOrganizationOptions } from './useOrganizationOptions.ts';

graphql(`
  query RecentOrganizations {
    viewer {
      recentOrganizations {
        id
        name
        type
      }
    }
  }
`);

/** Support staff chooses the organization in which it acts: one of the last five, one found by name, or all of them. */
export function SwitchOrganizationDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('organizations');
  const findOrganizations = useOrganizationOptions();
  const actIn = useActIn();
  return (
    <Modal open onClose={onClose} title={t('acting.title')} size="md">
      <Stack gap="5" pb="4">
        <Text color="fg.muted">{t('acting.help')}</Text>
        <FormField label={t('acting.search')} help={t('acting.searchHelp')}>
          <Combobox
            name="organization"
            minLetters={fewestLetters}
            options={findOrganizations}
            value={null}
            onChange={(option) => {
              if (option) void actIn(option.value);
            }}
          />
        </FormField>
        <Recent onChoose={(id) => void actIn(id)} />
      </Stack>
    </Modal>
  );
}

function Recent({ onChoose }: { onChoose: (organizationId: string | null) => void }) {
  const { t } = useTranslation('organizations');
  const { actingOrganization } = useViewer();
  const { data, error, refetch } = useRecentOrganizationsQuery({ fetchPolicy: 'network-only' });
  const recent = data?.viewer?.recentOrganizations;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!recent) return <SkeletonLines lines={3} />;
  const entries = [...recent.map(({ id, name }) => ({ id, name })), { id: null, name: t('acting.all') }];
  return (
    <Box as="section" aria-label={t('acting.recent')}>
      <Text textStyle="xs" color="fg.muted" mb="1" aria-hidden="true">
        {t('acting.recent')}
      </Text>
      <Stack as="ul" gap="1" listStyleType="none">
        {entries.map(({ id, name }) => {
          const isCurrent = id === (actingOrganization?.id ?? null);
          return (
            <li key={id}>
              <Button
                variant="ghost"
                w="full"
                h="auto"
                minH="10"
                px="2"
                justifyContent="flex-start"
                whiteSpace="normal"
                textAlign="start"
                overflowWrap="anywhere"
                aria-current={isCurrent}
                onClick={() => onChoose(id)}
                disabled={isCurrent}
              >
                {isCurrent ? <Check aria-hidden="true" /> : <Building2 aria-hidden="true" />}
                <span>
                  {name}
                  {isCurrent ? ` (${t('acting.current')})` : null}
                </span>
              </Button>
            </li>
          );
        })}
      </Stack>
    </Box>
  );
}
