import { Alert, Button, HStack, SimpleGrid, Stack } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { FormErrors } from '../../components/FormField.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { useSubmitForm } from '../../components/useSubmitForm.ts';
import { graphql } from '../../gql/gql.ts';
import type { OrganizationSettingsFieldsFragment } from '../../gql/graphql.ts';
import { useUpdateOrganizationSettings } from '../../gql/hooks.ts';
import { SettingField } from './SettingField.tsx';
import { differing, SECTION_NAMES, SECTIONS, type SettingName, type Settings } from './settingFields.ts';

graphql(`
  fragment OrganizationSettingsFields on OrganizationSettings {
    version
    timezone
    locale
    sessionIdleMinutes
    exportToCsvAccess
    allowVentilatorSupport
    ventilatorVisibility
    allowApiKeyManagement
    physicianCanAddMissingPin
    disallowExternalDeviceEdit
    twoFactorEnabled
    twoFactorPreventPhoneNumbers
    twoFactorApp
    twoFactorSms
  }
`);

graphql(`
  mutation UpdateOrganizationSettings($input: UpdateOrganizationSettingsInput!) {
    updateOrganizationSettings(input: $input) {
      organization {
        id
        timezone
        settings {
          ...OrganizationSettingsFields @unmask
        }
      }
      conflict {
        id
        settings {
          ...OrganizationSettingsFields @unmask
        }
      }
      ...UserErrors
    }
  }
`);

const valuesOf = ({ __typename, version: _version, ...values }: OrganizationSettingsFieldsFragment): Settings => values;

/**
 * Edits the settings of the organization. Only what the user changed is sent. When another administrator changed them in
 * between, the user sees the newer values next to their own changes, and saves again.
 */
export function OrganizationSettingsForm({ settings }: { settings: OrganizationSettingsFieldsFragment }) {
  const { t } = useTranslation('organizations');
  const update = useUpdateOrganizationSettings();
  const [seen, setSeen] = useState(settings);
  const [newer, setNewer] = useState<SettingName[]>([]);
  const submitForm = useSubmitForm<Settings>({
    defaultValues: valuesOf(settings),
    async onSubmit(values, { saving, saved }) {
      const before = valuesOf(seen);
      const changes = Object.fromEntries(differing(values, before).map((name) => [name, values[name]]));
      const payload = await saving(update({ input: { version: seen.version, ...changes } }));
      const conflict = payload.conflict?.settings;
      if (conflict) {
        setNewer(differing(valuesOf(conflict), before));
        setSeen(conflict);
        form.reset(valuesOf(conflict), { keepDirtyValues: true });
      }
      if (payload.userErrors.length > 0) return payload.userErrors;
      saved();
      const now = payload.organization?.settings;
      if (now) {
        setSeen(now);
        form.reset(valuesOf(now));
      }
      setNewer([]);
      toaster.success({ title: t('settings.saved') });
    },
  });
  const { form, phase, problem, dismiss, element } = submitForm;

  return (
    <form {...element}>
      <Stack gap="4">
        <FormErrors message={problem} onDismiss={dismiss} />
        {newer.length > 0 ? (
          <Alert.Root status="warning" role="status">
            <Alert.Indicator />
            <Alert.Title fontWeight="normal">
              {t('settings.newer', { names: newer.map((name) => t(`settings.${name}.label`)).join(', ') })}
            </Alert.Title>
          </Alert.Root>
        ) : null}
        <SimpleGrid columns={{ base: 1, lg: 2 }} gap="4" alignItems="start">
          {SECTION_NAMES.map((section) => (
            <Card key={section} title={t(`settings.sections.${section}`)}>
              <Stack gap="5">
                {SECTIONS[section].map((name) => (
                  <SettingField key={name} name={name} control={form.control} />
                ))}
              </Stack>
            </Card>
          ))}
        </SimpleGrid>
        <HStack justify="flex-end">
          <Button
            type="submit"
            loading={phase !== null}
            loadingText={t('settings.save')}
            disabled={!form.formState.isDirty}
          >
            {t('settings.save')}
          </Button>
        </HStack>
      </Stack>
    </form>
  );
}
