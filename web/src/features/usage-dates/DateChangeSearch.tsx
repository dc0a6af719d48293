import { Button, HStack, Input, NativeSelect } from '@chakra-ui/react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../components/DateField.tsx';
import { focusFirstInvalid } from '../../components/firstField.ts';
import { FormField } from '../../components/FormField.tsx';
import type { NightSource } from '../../gql/schema.ts';
import type { DateChange } from './useDateChange.ts';

/** The source first, then the range; and below, by how many days all rows are shifted. */
export function DateChangeSearch({ change }: { change: DateChange }) {
  const { t } = useTranslation('usage-dates');
  const { search, problem, busy, usage } = change;
  const onSubmit = (action: () => void) => (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    action();
    const form = event.currentTarget;
    requestAnimationFrame(() => focusFirstInvalid(form)); // after the render that marks the field
  };
  return (
    <>
      <form noValidate onSubmit={onSubmit(change.find)}>
        <HStack gap="3" align="flex-start" flexWrap="wrap">
          <FormField
            label={t('source.label')}
            help={t('source.help')}
            error={problem.source}
            width={{ base: 'full', sm: '14rem' }}
            required
          >
            <NativeSelect.Root>
              <NativeSelect.Field
                data-autofocus=""
                value={search.source ?? ''}
                onChange={({ target }) => change.choose((target.value || null) as NightSource | null)}
              >
                <option value="">{t('source.choose')}</option>
                <option value="QR">{t('sources.QR', { ns: 'usage' })}</option>
                <option value="WIRELESS">{t('sources.WIRELESS', { ns: 'usage' })}</option>
                <option value="SD">{t('sources.SD', { ns: 'usage' })}</option>
              </NativeSelect.Field>
              <NativeSelect.Indicator />
            </NativeSelect.Root>
          </FormField>
          <FormField label={t('startDate')} help={t('startDateHelp')} width={{ base: 'full', sm: '11rem' }}>
            <DateField value={search.startDate} onChange={(startDate) => change.setRange({ startDate })} />
          </FormField>
          <FormField label={t('endDate')} error={problem.endDate} width={{ base: 'full', sm: '11rem' }}>
            <DateField value={search.endDate} onChange={(endDate) => change.setRange({ endDate })} />
          </FormField>
          <Button type="submit" variant="outline" mt={{ sm: '6' }} loading={busy === 'load'}>
            {t('search')}
          </Button>
        </HStack>
      </form>
      <form noValidate onSubmit={onSubmit(change.calculate)}>
        <HStack gap="3" align="flex-start" flexWrap="wrap" mt="4">
          <FormField
            label={t('offset')}
            help={t('offsetHelp')}
            error={problem.offset}
            width={{ base: 'full', sm: '23rem' }}
          >
            <Input
              inputMode="numeric"
              autoComplete="off"
              value={change.offset}
              onChange={({ target }) => change.setOffset(target.value)}
            />
          </FormField>
          <Button type="submit" variant="outline" mt={{ sm: '6' }} disabled={!usage?.rows.length || busy !== null}>
            {t('calculate')}
          </Button>
        </HStack>
      </form>
    </>
  );
}
