import { Button, Checkbox } from '@chakra-ui/react';
import { MAX_PRINTED_REPORTS } from '#rules/icode-reports/icode-print';
import { FileText } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Tooltip } from '../../components/Tooltip.tsx';
import { urls } from '../../lib/urls.ts';

/**
 * Opens the selected reports as a printable page in a new tab, optionally with the equipment provider. `children`
 * precede the button, which is then the main one of its dialog. A page whose address has debug=1 is in debug mode, which it passes on as view=1.
 */
export function GenerateReport(props: {
  patientId?: number;
  serial: string;
  reportIds: readonly number[];
  children?: ReactNode;
}) {
  const { t } = useTranslation('icode-reports');
  const [parameters] = useSearchParams();
  const [showProvider, setShowProvider] = useState(false);
  const { patientId, serial, reportIds } = props;
  const count = reportIds.length;
  const reason =
    count === 0
      ? t('generate.reason')
      : count > MAX_PRINTED_REPORTS
        ? t('generate.tooMany', { most: MAX_PRINTED_REPORTS })
        : undefined;
  const address = urls.icodePrint({
    patientId,
    serial,
    reportIds,
    showProvider,
    debug: parameters.get('debug') === '1',
  });

  return (
    <>
      {patientId === undefined ? null : (
        <Checkbox.Root
          size="sm"
          minH="6"
          me="auto"
          checked={showProvider}
          onCheckedChange={({ checked }) => setShowProvider(checked === true)}
        >
          <Checkbox.HiddenInput />
          <Checkbox.Control />
          <Checkbox.Label fontWeight="normal">{t('generate.showProvider')}</Checkbox.Label>
        </Checkbox.Root>
      )}
      {props.children}
      <Tooltip content={reason ?? t('generate.newTab')}>
        {/* aria-disabled instead of disabled: a disabled button gets neither hover nor focus, so the reason would stay
            hidden. */}
        <Button
          variant={props.children ? 'solid' : 'outline'}
          aria-disabled={reason !== undefined}
          aria-description={reason}
          onClick={() => {
            if (!reason) window.open(address, '_blank', 'noopener');
          }}
        >
          <FileText />
          {count === 0 ? t('generate.action') : t('generate.actionCount', { number: count })}
        </Button>
      </Tooltip>
    </>
  );
}
