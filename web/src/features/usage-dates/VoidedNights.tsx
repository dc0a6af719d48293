import { Button, HStack, Stack, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { MAX_VOIDED_NIGHTS } from '#rules/night-voids/night-voids';
import { formatDate } from '../../lib/dates.ts';
import { useInstantFormat } from '../../lib/viewer.ts';
import type { NightAct, Voided } from './nightVoidOperations.ts';

/**
 * One line for each void: which nights, when, who did it, why, and Restore for viewers who may. `uploadId`: the upload of
 * the page; more nights than one request names are restored with all others of it.
 */
export function VoidedNights(props: {
  voided: readonly Voided[];
  uploadId?: string;
  onGiveBack: (act: NightAct) => void;
}) {
  const { t } = useTranslation('night-voids');
  const instant = useInstantFormat();
  const datesOf = ({ firstDate, lastDate }: Voided) =>
    firstDate === lastDate
      ? formatDate(firstDate)
      : t('range', { first: formatDate(firstDate), last: formatDate(lastDate) });
  return (
    <Stack gap="2">
      {props.voided.map((one) => {
        const { nights, reason, by, at, nightIds, machine } = one;
        const facts = { count: nights, dates: datesOf(one) };
        const choice =
          nightIds.length <= MAX_VOIDED_NIGHTS
            ? { nights: nightIds.map((id) => ({ id })) }
            : props.uploadId && { uploadId: props.uploadId };
        return (
          <HStack
            key={`${at} ${nightIds[0]}`}
            role="note"
            gap="3"
            justify="space-between"
            alignItems="flex-start"
            flexWrap={{ base: 'wrap', sm: 'nowrap' }}
          >
            <Text textStyle="sm" color="fg.muted" minW="0" overflowWrap="anywhere">
              {t('line', { ...facts, serial: machine?.serial ?? t('hiddenSerial'), at: instant(at), by, reason })}
            </Text>
            {machine?.viewerCanChangeUsageDates && choice ? (
              <Button
                size="xs"
                minH={{ base: '10', sm: '0' }}
                variant="outline"
                flexShrink="0"
                aria-label={t('giveBack.label', facts)}
                onClick={() => props.onGiveBack({ what: 'giveBack', machineId: machine.id, choice })}
              >
                {t('giveBack.open')}
              </Button>
            ) : null}
          </HStack>
        );
      })}
    </Stack>
  );
}
