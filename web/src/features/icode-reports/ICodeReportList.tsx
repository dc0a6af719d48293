import { Box, Heading, HStack, NativeSelect, Stack } from '@chakra-ui/react';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { FormField } from '../../components/FormField.tsx';
import { SkeletonLines } from '../../components/Skeletons.tsx';
import { formatDate } from '../../lib/dates.ts';
import { useViewer } from '../../lib/viewer.ts';
import { groupReports, type ICodeReportGroup } from './iCodeReportGroups.ts';
import { ContradictionNotice } from './ContradictionNotice.tsx';
import { ICodeReportTable, type ICodeReportRow } from './ICodeReportTable.tsx';
import { PickBox } from './PickBox.tsx';
import type { ICodeReportPicker } from './useICodeReportPicker.ts';

/** The reports of a device with checkboxes, grouped by day and author. `action` is next to the date selector. */
export function ICodeReportList({ picker, action }: { picker: ICodeReportPicker; action?: ReactNode }) {
  const { t } = useTranslation('icode-reports');
  const { organization } = useViewer();
  const [shownKey, setShownKey] = useState('');
  const { reports, loading, error } = picker;
  const isComing = !reports && loading;

  const groups = groupReports(reports ?? [], organization.timezone);
  const shown = groups.filter(({ key }) => key === shownKey);
  const name = (group: ICodeReportGroup<unknown>) =>
    t('list.group', { date: formatDate(group.date), submitter: group.submittedBy ?? t('legacySystem') });

  return (
    <Stack gap="4">
      <HStack align="flex-end" justify="space-between" flexWrap="wrap" gap="3">
        {groups.length > 0 || isComing ? (
          <FormField label={t('list.date')} width="auto" maxW="full" className="no-print">
            <NativeSelect.Root>
              <NativeSelect.Field
                borderColor="border.emphasized"
                value={shown.length > 0 ? shownKey : ''}
                onChange={(event) => setShownKey(event.target.value)}
              >
                <option value="">{t('list.allDates')}</option>
                {groups.map((group) => (
                  <option key={group.key} value={group.key}>
                    {name(group)} ({group.reports.length})
                  </option>
                ))}
              </NativeSelect.Field>
              <NativeSelect.Indicator />
            </NativeSelect.Root>
          </FormField>
        ) : (
          <span />
        )}
        {action}
      </HStack>
      {error ? <ErrorState error={error} onRetry={picker.reload} /> : null}
      {isComing ? <SkeletonLines lines={4} /> : null}
      {reports?.length === 0 ? <EmptyState text={t('list.empty')} /> : null}
      {(shown.length > 0 ? shown : groups).map((group) => (
        <Group key={group.key} name={name(group)} reports={group.reports} picker={picker} />
      ))}
    </Stack>
  );
}

/** One group with its heading, whose checkbox selects all reports of the group. */
function Group({
  name,
  reports,
  picker,
}: {
  name: string;
  reports: readonly ICodeReportRow[];
  picker: ICodeReportPicker;
}) {
  const { t } = useTranslation('icode-reports');
  const id = useId();
  const ids = reports.map(({ databaseId }) => databaseId);
  const picked = ids.filter((each) => picker.pickedIds.includes(each)).length;
  return (
    <Box>
      <HStack mb="2" gap="4" flexWrap="wrap">
        <Heading as="h3" id={id} fontSize="sm">
          {name}
        </Heading>
        <PickBox
          shown={t('list.pickAll')}
          label={name}
          checked={picked === ids.length ? true : picked > 0 ? 'indeterminate' : false}
          onChange={(on) => picker.pick(ids, on)}
        />
      </HStack>
      <ContradictionNotice contradictions={picker.contradictionsOf(ids)} />
      <Box
        role="region"
        aria-labelledby={id}
        aria-busy={picker.loading}
        tabIndex={0}
        overflowX="auto"
        borderWidth={{ base: '0', sm: '1px' }}
        borderRadius="l3"
      >
        <ICodeReportTable label={name} reports={reports} picker={picker} />
      </Box>
    </Box>
  );
}
