import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import type { DataTableColumn } from '../../components/DataTable.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { SmallTable } from '../../components/SmallTable.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { formatInstant } from '../../lib/dates.ts';
import { graphql } from '../../lib/graphql.ts';
import { useViewer } from '../../lib/viewer.ts';
import type { InstallationNodes_nodeFragment } from './gql/InstallationNodes.ts';

graphql(`
  fragment InstallationNodes_node on InstallationNode {
    id
    host
    version
    migration
    startedAt
    seenAt
    isSilent
    isThis
  }
`);

type Node = InstallationNodes_nodeFragment;
type Texts = TFunction<'installation'>;

/** Silent ones first: no request reaches them. Of nodes that differ from the one that answers, one was not updated. */
function State({ node, here, t }: { node: Node; here: string; t: Texts }) {
  if (node.isSilent) return <StatusBadge tone="danger">{t('nodes.silent')}</StatusBadge>;
  if (node.isThis) return <StatusBadge tone="success">{t('nodes.this')}</StatusBadge>;
  if (releaseOf(node) !== here) return <StatusBadge tone="warning">{t('nodes.other')}</StatusBadge>;
  return <StatusBadge tone="success">{t('nodes.runs')}</StatusBadge>;
}

const releaseOf = ({ version, migration }: Pick<Node, 'version' | 'migration'>) => `${version} ${migration}`;

const columnsOf = (t: Texts, here: string, timezone: string): DataTableColumn<Node>[] => [
  { id: 'host', header: t('nodes.host'), identity: true, cell: ({ host }) => host },
  { id: 'state', header: t('nodes.state'), cell: (node) => <State node={node} here={here} t={t} /> },
  { id: 'version', header: t('nodes.version'), cell: ({ version }) => version },
  { id: 'seen', header: t('nodes.seenAt'), cell: ({ seenAt }) => formatInstant(seenAt, timezone) },
  { id: 'started', header: t('nodes.startedAt'), cell: ({ startedAt }) => formatInstant(startedAt, timezone) },
  { id: 'migration', header: t('nodes.migration'), cell: ({ migration }) => migration },
];

/** The processes of the portal. `release`: what the node runs that answered. */
export function InstallationNodes(props: { nodes: readonly Node[]; release: Pick<Node, 'version' | 'migration'> }) {
  const { t } = useTranslation('installation');
  const { timezone } = useViewer().organization;
  const here = releaseOf(props.release);
  const columns = useMemo(() => columnsOf(t, here, timezone), [t, here, timezone]);
  return (
    <Card title={t('nodes.title')}>
      {props.nodes.length > 0 ? (
        <SmallTable label={t('nodes.title')} columns={columns} rows={props.nodes} />
      ) : (
        <EmptyState text={t('nodes.none')} />
      )}
    </Card>
  );
}
