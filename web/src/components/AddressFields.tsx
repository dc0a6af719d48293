import { Input, NativeSelect, SimpleGrid } from '@chakra-ui/react';
import { get, useWatch, type FieldError, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { COUNTRIES, isStateOf, statesIn } from '#rules/shared/address';
import { FormField } from './FormField.tsx';

/** What a form holds for an address: text, also where nothing was entered. */
export interface AddressValues {
  address1: string;
  address2: string;
  country: string;
  state: string;
  city: string;
  zip: string;
}

/**
 * The fields of an address; their rules are `addressFields` of #rules/shared/address. `prefix`: of their names in the
 * form, such as `locations.0.`. The labels and the list of states follow the country; another country clears a state
 * that it does not have (document 001, section 4).
 */
export function AddressFields<T extends FieldValues>(props: {
  form: UseFormReturn<T>;
  prefix?: string;
  /** Whether the rules of the form require the first line. */
  address1Required?: boolean;
}) {
  const { t } = useTranslation('components');
  const { form, prefix = '', address1Required = false } = props;
  const nameOf = (field: keyof AddressValues) => `${prefix}${field}` as FieldPath<T>;
  const { errors } = form.formState;
  const errorOf = (field: keyof AddressValues) => (get(errors, nameOf(field)) as FieldError | undefined)?.message;
  const country: unknown = useWatch({ control: form.control, name: nameOf('country') });
  const isCanada = country === 'CA';

  /** The new country decides about the state and the code; what the old one said of them is no longer true. */
  function follow(next: string) {
    form.clearErrors([nameOf('state'), nameOf('zip')]);
    const state: unknown = form.getValues(nameOf('state'));
    if (!isStateOf(next, String(state ?? ''))) form.setValue(nameOf('state'), '' as never, { shouldDirty: true });
  }

  return (
    <>
      <FormField label={t('address.line1')} error={errorOf('address1')} required={address1Required}>
        <Input autoComplete="off" {...form.register(nameOf('address1'))} />
      </FormField>
      <FormField label={t('address.line2')} error={errorOf('address2')}>
        <Input autoComplete="off" {...form.register(nameOf('address2'))} />
      </FormField>
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <FormField label={t('address.country')} error={errorOf('country')} required>
          <NativeSelect.Root>
            <NativeSelect.Field
              {...form.register(nameOf('country'), { onChange: ({ target }) => follow(target.value as string) })}
            >
              {COUNTRIES.map((code) => (
                <option key={code} value={code}>
                  {t(`address.countries.${code}`)}
                </option>
              ))}
            </NativeSelect.Field>
            <NativeSelect.Indicator />
          </NativeSelect.Root>
        </FormField>
        <FormField label={t(isCanada ? 'address.province' : 'address.state')} error={errorOf('state')} required>
          <NativeSelect.Root>
            <NativeSelect.Field {...form.register(nameOf('state'))}>
              <option value="">{t('address.choose')}</option>
              {statesIn(country).map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </NativeSelect.Field>
            <NativeSelect.Indicator />
          </NativeSelect.Root>
        </FormField>
        <FormField label={t('address.city')} error={errorOf('city')} required>
          <Input autoComplete="off" {...form.register(nameOf('city'))} />
        </FormField>
        <FormField
          label={t(isCanada ? 'address.postalCode' : 'address.zip')}
          error={errorOf('zip')}
          help={t(isCanada ? 'address.postalCodeHelp' : 'address.zipHelp')}
        >
          <Input autoComplete="off" {...form.register(nameOf('zip'))} />
        </FormField>
      </SimpleGrid>
    </>
  );
}
