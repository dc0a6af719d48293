import { DatePicker, parseDate } from '@chakra-ui/react';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { defaultTimeZone, firstWeekday } from '../lib/dates.ts';
import { ViewerContext } from '../lib/viewer.ts';

/**
 * A month for choosing a calendar date; the week starts on Sunday in English and on Monday in Spanish. Today is that of
 * `timeZone`, by default of the viewer's organization.
 */
export function Calendar(props: {
  value: string | null;
  min?: string;
  max?: string;
  timeZone?: string;
  onPick: (date: string) => void;
}) {
  const { t, i18n } = useTranslation('components');
  const viewer = useContext(ViewerContext);
  return (
    <DatePicker.Root
      inline
      locale={i18n.language === 'es' ? 'es-US' : 'en-US'}
      timeZone={props.timeZone ?? viewer?.organization.timezone ?? defaultTimeZone}
      startOfWeek={firstWeekday(i18n.language)}
      value={props.value ? [parseDate(props.value.slice(0, 10))] : []}
      min={props.min ? parseDate(props.min) : undefined}
      max={props.max ? parseDate(props.max) : undefined}
      translations={{
        content: t('date.calendar'),
        prevTrigger: (view) => t(`date.previous.${view}`),
        nextTrigger: (view) => t(`date.next.${view}`),
        dayCell: ({ selected, valueText }) => t(selected ? 'date.selected' : 'date.day', { date: valueText }),
      }}
      onValueChange={({ value }) => {
        const date = value[0];
        if (date) props.onPick(date.toString().slice(0, 10));
      }}
    >
      <DatePicker.Content unstyled>
        <DatePicker.View view="day">
          <Header />
          <DatePicker.DayTable />
        </DatePicker.View>
        <DatePicker.View view="month">
          <Header />
          <DatePicker.MonthTable />
        </DatePicker.View>
        <DatePicker.View view="year">
          <Header />
          <DatePicker.YearTable />
        </DatePicker.View>
      </DatePicker.Content>
    </DatePicker.Root>
  );
}

/** Like Chakra's own header, but the accessible name of the middle button is its text. */
function Header() {
  return (
    <DatePicker.ViewControl>
      <DatePicker.PrevTrigger />
      <DatePicker.ViewTrigger aria-label="">
        <DatePicker.RangeText />
      </DatePicker.ViewTrigger>
      <DatePicker.NextTrigger />
    </DatePicker.ViewControl>
  );
}
