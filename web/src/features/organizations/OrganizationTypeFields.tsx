import { Input, NativeSelect } from '@chakra-ui/react';
import { get, useWatch, type FieldError, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormField } from '../../components/FormField.tsx';
import { useOrganizationType } from '../../lib/useOrganizationType.ts';
import { isClinicalType, type TypeChoice } from './organizationForm.ts';
import { useClinicalType } from './useClinicalType.ts';

/** What a form offers for the types of an organization. */
export interface OrganizationChoices {
  organizationTypes: readonly TypeChoice[];
  clinicalTypes: readonly { databaseId: number; type: string }[];
}

/** The name and the types of an organization. The clinical type is asked only of clinics. */
export function OrganizationTypeFields<T extends FieldValues>(props: {
  form: UseFormReturn<T>;
  choices: OrganizationChoices;
  /** Why the type cannot be changed. */
  fixedType?: string;
}) {
  const { t } = useTranslation('organization-form');
  const typeOf = useOrganizationType();
  const clinicalTypeOf = useClinicalType();
  const { form, choices, fixedType } = props;
  const nameOf = (field: 'name' | 'typeId' | 'clinicalTypeId') => field as FieldPath<T>;
  const { errors } = form.formState;
  const errorOf = (field: Parameters<typeof nameOf>[0]) => (get(errors, field) as FieldError | undefined)?.message;
  const typeId: unknown = useWatch({ control: form.control, name: nameOf('typeId') });
  return (
    <>
      <FormField label={t('create.name')} error={errorOf('name')} required>
        <Input autoComplete="off" data-autofocus="" {...form.register(nameOf('name'))} />
      </FormField>
      <FormField
        label={t('create.type')}
        error={errorOf('typeId')}
        help={fixedType ?? t('create.typeHelp')}
        disabled={fixedType !== undefined}
        required
      >
        <NativeSelect.Root disabled={fixedType !== undefined}>
          <NativeSelect.Field {...form.register(nameOf('typeId'))}>
            <option value="">{t('create.choose')}</option>
            {choices.organizationTypes.map(({ databaseId, type }) => (
              <option key={databaseId} value={databaseId}>
                {typeOf(type)}
              </option>
            ))}
          </NativeSelect.Field>
          <NativeSelect.Indicator />
        </NativeSelect.Root>
      </FormField>
      {isClinicalType(choices.organizationTypes, typeId) ? (
        <FormField label={t('create.clinicalType')} error={errorOf('clinicalTypeId')} required>
          <NativeSelect.Root>
            <NativeSelect.Field {...form.register(nameOf('clinicalTypeId'))}>
              <option value="">{t('create.choose')}</option>
              {choices.clinicalTypes.map(({ databaseId, type }) => (
                <option key={databaseId} value={databaseId}>
                  {clinicalTypeOf(type)}
                </option>
              ))}
            </NativeSelect.Field>
            <NativeSelect.Indicator />
          </NativeSelect.Root>
        </FormField>
      ) : null}
    </>
  );
}
