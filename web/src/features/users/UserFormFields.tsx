import { Alert, Checkbox, Field, Input, NativeSelect, SimpleGrid, Text } from '@chakra-ui/react';
import { Controller, useWatch, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { COUNTRIES } from '#rules/shared/address';
import { NOTIFICATION_TYPES, type UserType } from '#rules/users/form/user-form';
import { FormField } from '../../components/FormField.tsx';
import { PhoneField } from '../../components/PhoneField.tsx';
import { PlacesField } from './PlacesField.tsx';
import { ChoiceField, type Choice } from './ChoiceField.tsx';
import type { AccessChoice } from './useAccessChoice.ts';
import { userTypeOf, type UserFormData, type UserValues } from './userFormValues.ts';

/** The fields of a user: who it is, and then type, role, and locations or groups. */
export function UserFormFields(props: {
  form: UseFormReturn<UserValues>;
  choices: UserFormData;
  access: AccessChoice;
  isNew: boolean;
}) {
  const { t } = useTranslation('users');
  const { t: components } = useTranslation('components');
  const { form, choices, access, isNew } = props;
  const { register, control, formState } = form;
  const { errors } = formState;
  const userType = useWatch({ control, name: 'userType' });

  const roles = choices.roles.filter((role) => userTypeOf(role.userType) === userType);
  const roleChoices: Choice[] = roles.map(({ name, label, assignable }) => ({
    value: name,
    label: assignable ? label : t('form.notAvailable', { name: label }),
    disabled: !assignable && name !== choices.values?.role,
  }));
  const reasons = [...new Set(roles.flatMap(({ reason }) => reason ?? []))];
  const types = typeChoices(choices).map((value) => ({ value, label: t(`form.types.${value}`) }));

  return (
    <>
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <FormField label={t('firstName')} error={errors.firstName?.message} required>
          <Input autoComplete="off" data-autofocus="" {...register('firstName')} />
        </FormField>
        <FormField label={t('lastName')} error={errors.lastName?.message} required>
          <Input autoComplete="off" {...register('lastName')} />
        </FormField>
      </SimpleGrid>
      <FormField
        label={t('email')}
        error={errors.email?.message}
        help={t(isNew ? 'form.emailHelp' : 'form.emailReadOnly')}
        required={isNew}
      >
        <Input
          type="email"
          autoComplete="off"
          readOnly={!isNew}
          bg={isNew ? undefined : 'bg.muted'}
          {...register('email')}
        />
      </FormField>
      {isNew ? (
        <FormField
          label={t('form.confirmEmail')}
          help={t('form.confirmEmailHelp')}
          error={errors.confirmEmail?.message}
          required
        >
          <Input
            type="email"
            autoComplete="off"
            onPaste={(event) => event.preventDefault()}
            onDrop={(event) => event.preventDefault()}
            {...register('confirmEmail')}
          />
        </FormField>
      ) : null}
      <PhoneField form={form} name="phone" label={t('form.phone')} />
      <FormField label={t('form.country')} error={errors.country?.message}>
        <NativeSelect.Root>
          <NativeSelect.Field {...register('country')}>
            {COUNTRIES.map((code) => (
              <option key={code} value={code}>
                {components(`address.countries.${code}`)}
              </option>
            ))}
          </NativeSelect.Field>
          <NativeSelect.Indicator />
        </NativeSelect.Root>
      </FormField>
      <Controller
        control={control}
        name="notificationType"
        render={({ field }) => (
          <FormField label={t('form.notificationType')} error={errors.notificationType?.message}>
            <NativeSelect.Root>
              <NativeSelect.Field {...field}>
                {NOTIFICATION_TYPES.map((type) => (
                  <option key={type} value={type}>
                    {t(`form.notifications.${type}`)}
                  </option>
                ))}
              </NativeSelect.Field>
              <NativeSelect.Indicator />
            </NativeSelect.Root>
          </FormField>
        )}
      />
      <ChoiceField
        label={t('form.userType')}
        help={t('form.userTypeHelp')}
        error={errors.userType?.message}
        choices={types}
        value={userType}
        onChange={(value) => access.changeType(value as UserType | '')}
      />
      {access.cleared.length > 0 ? (
        <Alert.Root status="info" role="status" size="sm">
          <Alert.Indicator />
          <Alert.Title>{t('form.cleared', { names: access.cleared.join(', ') })}</Alert.Title>
        </Alert.Root>
      ) : null}
      <Controller
        control={control}
        name="role"
        render={({ field }) => (
          <ChoiceField
            label={t('role')}
            error={errors.role?.message}
            choices={roleChoices}
            value={field.value}
            disabled={!userType}
            help={
              userType ? (
                reasons.length > 0 && roles.some(({ assignable }) => !assignable) ? (
                  <Text as="span">{reasons.join(' ')}</Text>
                ) : undefined
              ) : (
                t('form.typeFirst')
              )
            }
            onChange={field.onChange}
          />
        )}
      />
      {userType === 'Location' ? <PlacesField form={form} name="locations" places={choices.locations} /> : null}
      {userType === 'Group' ? <PlacesField form={form} name="groups" places={choices.groups} /> : null}
      {choices.asksForClinician ? (
        <Controller
          control={control}
          name="isClinician"
          render={({ field }) => (
            <Field.Root gap="1">
              <Checkbox.Root checked={field.value} onCheckedChange={({ checked }) => field.onChange(checked === true)}>
                <Checkbox.HiddenInput ref={field.ref} onBlur={field.onBlur} />
                <Checkbox.Control />
                <Checkbox.Label>{t('form.isClinician')}</Checkbox.Label>
              </Checkbox.Root>
              <Field.HelperText>{t('form.isClinicianHelp')}</Field.HelperText>
            </Field.Root>
          )}
        />
      ) : null}
    </>
  );
}

/** The types that the viewer can give, and the one that the user has. */
function typeChoices({ userTypes, values }: UserFormData): UserType[] {
  const types = userTypes.map(userTypeOf);
  const current = values && userTypeOf(values.userType);
  return current && !types.includes(current) ? [...types, current] : types;
}
