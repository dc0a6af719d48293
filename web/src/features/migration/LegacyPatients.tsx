import { Box, Button, HStack, Stack, Table } from '@chakra-ui/react';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LegacyPatient, LegacyPatientPages } from './useLegacyPatients.ts';

const COLUMNS = ['id', 'firstName', 'lastName', 'email'] as const satisfies (keyof LegacyPatient)[];

/** The button with the number of patients, which opens and closes their table. */
export function LegacyPatients({ patients, label }: { patients: LegacyPatientPages; label: string }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  function toggle() {
    setOpen(!open);
    // Its first page may have failed: that was only logged.
    if (!open && !patients.rows && !patients.loading) patients.load(1);
  }
  return (
    <Stack gap="2">
      <Button alignSelf="flex-start" variant="outline" aria-expanded={open} aria-controls={id} onClick={toggle}>
        {open ? <ChevronDown aria-hidden="true" /> : <ChevronRight aria-hidden="true" />}
        {label}
      </Button>
      <Box id={id} hidden={!open}>
        {open && patients.rows ? <PatientTable patients={patients} rows={patients.rows} label={label} /> : null}
      </Box>
    </Stack>
  );
}

function PatientTable(props: { patients: LegacyPatientPages; rows: readonly LegacyPatient[]; label: string }) {
  const { t } = useTranslation('migration');
  const { page = 1, pages, load, loading } = props.patients;
  return (
    <Box aria-busy={loading} opacity={loading ? 0.6 : 1}>
      <Table.ScrollArea tabIndex={0} role="region" aria-label={props.label}>
        <Table.Root size="sm" aria-label={props.label} css={{ '& tr': { bg: 'transparent' } }}>
          <Table.Header>
            <Table.Row>
              {COLUMNS.map((column) => (
                <Table.ColumnHeader key={column} scope="col">
                  {t(`patients.columns.${column}`)}
                </Table.ColumnHeader>
              ))}
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {props.rows.map((patient) => (
              <Table.Row key={patient.id}>
                {COLUMNS.map((column) => (
                  <Table.Cell key={column}>{patient[column]}</Table.Cell>
                ))}
              </Table.Row>
            ))}
          </Table.Body>
        </Table.Root>
      </Table.ScrollArea>
      <HStack as="nav" aria-label={t('pages')} mt="2" gap="2">
        <Button size="xs" variant="outline" disabled={page <= 1 || loading} onClick={() => load(page - 1)}>
          {t('previous')}
        </Button>
        <Box aria-live="polite" textStyle="xs" color="fg.muted">
          {t('patients.page', { page, pages })}
        </Box>
        <Button size="xs" variant="outline" disabled={page >= pages || loading} onClick={() => load(page + 1)}>
          {t('next')}
        </Button>
      </HStack>
    </Box>
  );
}
