import { Button, HStack, Input } from '@chakra-ui/react';
import { normalizeSerial } from '#rules/shared/text';
import { Plus, Search } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Card } from '../components/Card.tsx';
import { EmptyState } from '../components/EmptyState.tsx';
import { FormField } from '../components/FormField.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { AddICodeDialog } from '../features/icode-reports/AddICodeDialog.tsx';
import { GenerateReport } from '../features/icode-reports/GenerateReport.tsx';
import { ICodeReportList } from '../features/icode-reports/ICodeReportList.tsx';
import { useICodeReportPicker } from '../features/icode-reports/useICodeReportPicker.ts';
import { useViewer } from '../lib/viewer.ts';

/** The reports of a device by its serial, which is in the address, and the anonymous upload. */
export function ICodeReportsPage() {
  const { t } = useTranslation('icode-reports');
  const { viewerCanUploadICodes } = useViewer();
  const [parameters, setParameters] = useSearchParams();
  const serial = normalizeSerial(parameters.get('serial') ?? '');
  const [adding, setAdding] = useState(false);
  const picker = useICodeReportPicker({ patient: null, serial });

  const show = (wanted: string) =>
    setParameters((current) => {
      const next = new URLSearchParams(current);
      if (wanted) next.set('serial', wanted);
      else next.delete('serial');
      return next;
    });

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    show(normalizeSerial(String(new FormData(event.currentTarget).get('serial') ?? '')));
  }

  return (
    <>
      <PageHeader
        title={t('page.title')}
        action={
          viewerCanUploadICodes ? (
            <Button onClick={() => setAdding(true)}>
              <Plus />
              {t('page.add')}
            </Button>
          ) : null
        }
      />
      <form role="search" onSubmit={search}>
        <HStack align="flex-end" mb="4" maxW="28rem">
          {/* A new key when Back or an upload changes the address: the field shows the listed serial. */}
          <FormField label={t('page.serial')} flex="1">
            <Input
              key={serial}
              name="serial"
              type="search"
              defaultValue={serial}
              fontFamily="mono"
              placeholder="00000000000"
              autoComplete="off"
            />
          </FormField>
          <Button type="submit" variant="outline">
            <Search />
            {t('page.search')}
          </Button>
        </HStack>
      </form>
      {serial ? (
        <Card title={t('title', { serial })}>
          <ICodeReportList key={serial} picker={picker} />
          <HStack mt="4" justify="flex-end" flexWrap="wrap" gap="3">
            <GenerateReport serial={serial} reportIds={picker.pickedIds} />
          </HStack>
        </Card>
      ) : (
        <EmptyState icon={Search} text={t('page.help')} />
      )}
      {adding ? (
        <AddICodeDialog
          patientId={null}
          serial={null}
          onClose={() => setAdding(false)}
          onUncertain={() => {
            if (serial) picker.reload();
          }}
          onSaved={(reports) => {
            picker.mark(reports.map(({ databaseId }) => databaseId));
            const uploaded = reports[0]?.serial ?? serial;
            if (uploaded === serial) picker.reload();
            else show(uploaded);
          }}
        />
      ) : null}
    </>
  );
}
