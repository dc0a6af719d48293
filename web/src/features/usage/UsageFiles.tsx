import { Button, HStack, Text } from '@chakra-ui/react';
import { ImageDown, Table2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '../../components/ExportButton.tsx';
import { toaster } from '../../components/Toaster.tsx';
import type { DateRange } from '../../lib/dateRange.tsx';
import { formatDate } from '../../lib/dates.ts';
import { page } from '../../lib/page.ts';
import { useViewer } from '../../lib/viewer.ts';
import { usageCsv } from './usageCsv.ts';
import type { UsageDay } from './usageDays.ts';
import type { Drawing } from './usageDrawing.ts';
import type { LegendEntry } from './usageLegend.ts';

interface Props {
  range: DateRange;
  /** What is to say of the range: it loads, has no use, or where its figures are from. */
  status: string;
  /** The nights of the range; null while they load. */
  days: readonly UsageDay[] | null;
  wanted: number;
  drawing: Drawing | null;
  legend: readonly LegendEntry[];
  isTable: boolean;
  onTable: (isTable: boolean) => void;
}

/** The same nights as a table, a CSV file and a picture. */
export function UsageFiles({ range, status, days, wanted, drawing, legend, isTable, onTable }: Props) {
  const { t } = useTranslation('usage');
  const { viewerCanExportPatients } = useViewer();
  const title = t('range.shown', { from: formatDate(range.start), to: formatDate(range.end) });
  const name = (type: string) => `usage_${range.start}_${range.end}.${type}`;

  async function savePicture() {
    try {
      const picture = await drawing!.picture({ title: `${t('title')}. ${title}. ${t('deviceReported')}`, legend });
      page.save(picture, name('png'));
    } catch (error) {
      console.error('The picture was not saved:', error);
      toaster.error({ title: t('pictureFailed') });
    }
  }
  return (
    <HStack mt="3" gap="2" flexWrap="wrap" justify="space-between">
      <Text role="status" color="fg.muted" textStyle="xs">
        {title}. {status}
      </Text>
      <HStack className="no-print" gap="2" flexWrap="wrap">
        <Button size="xs" variant="outline" aria-pressed={isTable} onClick={() => onTable(!isTable)}>
          <Table2 aria-hidden="true" />
          {t('table.show')}
        </Button>
        <ExportButton
          size="xs"
          allowed={viewerCanExportPatients}
          disabled={days === null}
          onSave={() => page.save(new Blob([usageCsv(t, days ?? [], wanted)], { type: 'text/csv' }), name('csv'))}
        />
        {isTable ? null : (
          <Button size="xs" variant="outline" disabled={!drawing} onClick={() => void savePicture()}>
            <ImageDown aria-hidden="true" />
            {t('png')}
          </Button>
        )}
      </HStack>
    </HStack>
  );
}
