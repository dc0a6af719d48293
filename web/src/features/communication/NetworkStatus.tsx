import { Box, Button, HStack, Spinner, Text } from '@chakra-ui/react';
import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { DescriptionList } from '../../components/DescriptionList.tsx';
import { graphql } from '../../lib/graphql.ts';
import { useLogged } from '../../lib/useLogged.ts';
import { useZonedInstantFormat } from '../../lib/viewer.ts';
import { useNetworkStatusQuery } from './gql/NetworkStatus.ts';

graphql(`
  query NetworkStatus($id: ID!) {
    node(id: $id) {
      id
      ... on DeviceHistory {
        module {
          networkStatus {
            iccid
            lastStartTime
            lastStopTime
            problem
          }
        }
      }
      ... on Machine {
        module {
          networkStatus {
            iccid
            lastStartTime
            lastStopTime
            problem
          }
        }
      }
    }
  }
`);

/**
 * The carrier's status of the module's SIM: its last session, queried when the dialog opens and on Refresh. A carrier
 * that does not answer shows a message and blocks nothing.
 */
export function NetworkStatus({ of }: { of: string }) {
  const { t } = useTranslation('communication');
  const format = useZonedInstantFormat();
  // Never from the cache: the carrier's answer describes this moment.
  const { data, error, loading, refetch } = useNetworkStatusQuery({
    variables: { id: of },
    fetchPolicy: 'no-cache',
    notifyOnNetworkStatusChange: true,
  });
  const node = data?.node;
  const status = node && 'module' in node ? node.module?.networkStatus : null;
  const problem = status ? status.problem : error ? 'BROKEN' : null;

  useLogged('The network status was not loaded', error ?? problem);

  return (
    <Box borderWidth="1px" borderRadius="l2" p="3" mb="4" aria-busy={loading}>
      <HStack justify="space-between" mb={problem ? '0' : '2'}>
        <Text fontWeight="semibold">{t('network.title')}</Text>
        <Button size="xs" variant="ghost" onClick={() => void refetch()} disabled={loading}>
          {loading ? <Spinner size="xs" /> : <RefreshCw />}
          {t('network.refresh')}
        </Button>
      </HStack>
      <Box aria-live="polite">
        {problem ? (
          <Text color="fg.muted">{t(`network.problem.${problem}`)}</Text>
        ) : (
          <DescriptionList
            size="sm"
            gap="1"
            items={(['lastStartTime', 'lastStopTime'] as const).map((time) => ({
              label: t(`network.${time}`),
              value: status ? format(status[time]) : t('network.asking'),
            }))}
          />
        )}
      </Box>
    </Box>
  );
}
