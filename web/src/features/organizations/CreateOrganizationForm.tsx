import { Alert, Button, Heading, HStack, SimpleGrid, Stack } from '@chakra-ui/react';
import { useFormState, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../components/FormDialog.tsx';
import { LocationFields } from '../../components/LocationFields.tsx';
import type { SubmitForm } from '../../components/useSubmitForm.ts';
import { isProviderType, type OrganizationValues } from './organizationForm.ts';
import { OrganizationTypeFields, type OrganizationChoices } from './OrganizationTypeFields.tsx';

/** The form of a new organization: its data, and next to it the primary location (document 001, section 2). */
export function CreateOrganizationForm(props: {
  form: SubmitForm<OrganizationValues>;
  choices: OrganizationChoices;
  onClear: () => void;
  /** Opens the search of the legacy system; nothing is migrated without it. */
  onMigrate?: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('organization-form');
  const { form, choices } = props;
  const [typeId, dmeId] = useWatch({ control: form.form.control, name: ['typeId', 'dmeId'] });
  const { errors } = useFormState({ control: form.form.control, name: 'dmeId' });
  const refusal = errors.dmeId?.message;
  function unselect() {
    form.form.clearErrors('dmeId');
    form.form.setValue('dmeId', '', { shouldDirty: true });
  }
  return (
    <FormDialog
      form={form}
      title={t('create.title')}
      size="xl"
      onClose={props.onClose}
      submitLabel={t('create.submit')}
      status={{ saving: t('create.saving') }}
    >
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="6" alignItems="start">
        <Stack as="section" gap="4" aria-labelledby="new-organization">
          <Heading as="h3" size="sm" id="new-organization">
            {t('create.organization')}
          </Heading>
          <OrganizationTypeFields form={form.form} choices={choices} />
          {dmeId ? (
            <Alert.Root status={refusal ? 'error' : 'info'} size="sm">
              <Alert.Indicator />
              <Alert.Content flex="1">
                <Alert.Title fontWeight="normal">{t('create.selected', { dmeId })}</Alert.Title>
                {refusal ? <Alert.Description role="alert">{refusal}</Alert.Description> : null}
              </Alert.Content>
              <Button size="xs" variant="outline" onClick={unselect}>
                {t('create.unselect')}
              </Button>
            </Alert.Root>
          ) : null}
          <HStack gap="4" flexWrap="wrap">
            {props.onMigrate && isProviderType(choices.organizationTypes, typeId) ? (
              <Button variant="plain" px="0" textDecoration="underline" onClick={props.onMigrate}>
                {t('create.migrate')}
              </Button>
            ) : null}
            <Button variant="plain" px="0" textDecoration="underline" onClick={props.onClear}>
              {t('create.clear')}
            </Button>
          </HStack>
        </Stack>
        <Stack as="section" gap="4" aria-labelledby="new-location">
          <Heading as="h3" size="sm" id="new-location">
            {t('create.primaryLocation')}
          </Heading>
          <LocationFields form={form.form} prefix="locations.0." />
        </Stack>
      </SimpleGrid>
    </FormDialog>
  );
}
