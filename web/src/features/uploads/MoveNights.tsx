import { Box, Button, HStack, Input, Text } from '@chakra-ui/react';
import { CalendarClock } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_DAYS, shifted, typedDays } from '#rules/usage-dates/usage-dates';
import { FormField } from '../../components/FormField.tsx';
import { formatDate } from '../../lib/dates.ts';
import type { UploadPageQuery } from '../../pages/gql/UploadPage.ts';

type Upload = Pick<UploadPageQuery['upload'], 'firstNight' | 'lastNight' | 'proposedShiftDays'>;

/**
 * Moves all nights of a card whose clock was wrong, before they are saved. `isProposed`: its dates are doubtful, so the days
 * that put the newest night on the evening before the upload are filled in. `applied`: the days of the review; null for none.
 */
export function MoveNights(props: {
  upload: Upload;
  isProposed: boolean;
  applied: number | null;
  onApply: (days: number | null) => void;
}) {
  const { t } = useTranslation('uploads');
  const { firstNight, lastNight, proposedShiftDays } = props.upload;
  const [isOpen, setOpen] = useState(props.isProposed);
  const [text, setText] = useState(String(props.applied ?? proposedShiftDays ?? ''));
  const [error, setError] = useState<string>();
  if (firstNight === null || lastNight === null) return null;
  const days = typedDays(text);
  const isPossible = days !== null && days !== 0 && Math.abs(days) <= MAX_DAYS;
  const newest = isPossible ? shifted(lastNight, days) : null;

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!isPossible) return setError(t('move.invalid', { max: MAX_DAYS }));
    props.onApply(days);
  }
  if (!isOpen && !props.isProposed && props.applied === null)
    return (
      <Box>
        <Button size="sm" variant="outline" onClick={() => setOpen(true)}>
          <CalendarClock aria-hidden="true" />
          {t('move.open')}
        </Button>
      </Box>
    );
  return (
    <form noValidate onSubmit={onSubmit}>
      <Text mb="2">{t('move.card', { from: formatDate(firstNight), to: formatDate(lastNight) })}</Text>
      <HStack gap="3" align="flex-start" flexWrap="wrap">
        <FormField
          label={t('move.days')}
          error={error}
          help={
            newest ? t('move.newest', { recorded: formatDate(lastNight), date: formatDate(newest) }) : t('move.help')
          }
          width={{ base: 'full', sm: '23rem' }}
        >
          <Input
            inputMode="numeric"
            autoComplete="off"
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setError(undefined);
            }}
          />
        </FormField>
        <Button type="submit" variant="outline" mt={{ sm: '6' }}>
          {t('move.apply')}
        </Button>
        {props.applied === null ? null : (
          <Button variant="ghost" mt={{ sm: '6' }} onClick={() => props.onApply(null)}>
            {t('move.reset')}
          </Button>
        )}
      </HStack>
    </form>
  );
}
