import { Box, Heading, HStack, Stack, Text } from '@chakra-ui/react';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import type { DataTableColumn } from '../../components/DataTable.tsx';
import type { AttentionReason, DashboardCardKind } from '../../gql/schema.ts';
import { graphql } from '../../lib/graphql.ts';
import { nameInList } from '../../lib/nameInList.ts';
import { useViewer, type Viewer } from '../../lib/viewer.ts';
import { CardCount, CardIcon } from './DashboardCards.tsx';
import { filteredList } from './filteredList.ts';
import type { DashboardCards_cardFragment } from './gql/DashboardCards.ts';
import type { TriageCards_rowFragment } from './gql/TriageCards.ts';
import { SmallTable } from '../../components/SmallTable.tsx';

graphql(`
  fragment TriageCards_row on DashboardRow {
    kind
    patient {
      id
      databaseId
      firstName
      lastName
      currentSerial
      lastConnectionAt
    }
    attention {
      reason
      since
      sinceDay
      submittedBy
      failureText
    }
    user {
      id
      firstName
      lastName
      email
      roleLabel
    }
  }
`);

const REASONS: readonly AttentionReason[] = ['SETTINGS_WAITING', 'COMPLIANCE_CANNOT_BE_MET'];

/** Returns why the patients of a card need attention; undefined for a card of users. */
const reasonOf = (kind: DashboardCardKind) => REASONS.find((reason) => reason === kind);

interface Card {
  card: DashboardCards_cardFragment;
  rows: readonly TriageCards_rowFragment[];
}

type PatientRow = NonNullable<TriageCards_rowFragment['patient']> & Pick<TriageCards_rowFragment, 'attention'>;

/** Returns the columns of the patients of a card: those of the list to which the card links. */
type PatientColumns = (
  t: TFunction<'patients'>,
  viewer: Pick<Viewer, 'organization'>,
  reason: AttentionReason,
) => DataTableColumn<PatientRow>[];

/** What needs attention, one card for each reason: the count, which links to all of its rows, and the first of them. */
export function TriageCards({
  cards,
  rows,
  label,
  patientColumns,
}: { cards: readonly Card['card'][]; label: string; patientColumns: PatientColumns } & Pick<Card, 'rows'>) {
  return (
    <Stack as="ul" listStyleType="none" aria-label={label} gap="4">
      {cards.map((card) => (
        <TriageCard
          key={card.kind}
          card={card}
          rows={rows.filter(({ kind }) => kind === card.kind)}
          patientColumns={patientColumns}
        />
      ))}
    </Stack>
  );
}

function TriageCard({ card, rows, patientColumns }: Card & { patientColumns: PatientColumns }) {
  const { t } = useTranslation('dashboard');
  const title = t(`cards.${card.kind}.title`);
  const label = t('rowsOf', { title });
  const reason = reasonOf(card.kind);
  return (
    <Box as="li" bg="bg.panel" borderWidth="1px" borderRadius="l3" p="4">
      <HStack gap="3" align="center" flexWrap="wrap">
        <CardIcon kind={card.kind} />
        <Heading as="h3" size="sm" fontWeight="medium" flex="1">
          <Link to={filteredList(card)}>
            {title}
            <CardCount card={card} />
          </Link>
        </Heading>
        <ChevronRight size={18} aria-hidden="true" />
      </HStack>
      <Text color="fg.muted" mb="3">
        {t(`cards.${card.kind}.text`)}
      </Text>
      {rows.length === 0 ? null : reason ? (
        <Patients rows={rows} reason={reason} label={label} patientColumns={patientColumns} />
      ) : (
        <Users rows={rows} label={label} />
      )}
    </Box>
  );
}

function Patients({
  rows,
  reason,
  label,
  patientColumns,
}: Pick<Card, 'rows'> & { reason: AttentionReason; label: string; patientColumns: PatientColumns }) {
  const { t } = useTranslation('patients');
  const { organization } = useViewer();
  const columns = useMemo(() => patientColumns(t, { organization }, reason), [patientColumns, t, organization, reason]);
  const shown = useMemo(
    () => rows.flatMap(({ patient, attention }) => (patient ? [{ ...patient, attention }] : [])),
    [rows],
  );
  return <SmallTable label={label} columns={columns} rows={shown} />;
}

function Users({ rows, label }: Pick<Card, 'rows'> & { label: string }) {
  const { t } = useTranslation('dashboard');
  const shown = useMemo(() => rows.flatMap(({ user }) => user ?? []), [rows]);
  const columns = useMemo(
    (): DataTableColumn<(typeof shown)[number]>[] => [
      {
        id: 'name',
        header: t('user.name'),
        identity: true,
        cell: nameInList,
      },
      { id: 'email', header: t('user.email'), cell: ({ email }) => email },
      { id: 'role', header: t('user.role'), cell: ({ roleLabel }) => roleLabel },
    ],
    [t],
  );
  return <SmallTable label={label} columns={columns} rows={shown} />;
}
