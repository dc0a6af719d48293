import { Button, HStack, Stack } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { CardColumns } from '../../components/CardColumns.tsx';
import { FormConflict } from '../../components/FormConflict.tsx';
import { FormErrors } from '../../components/FormField.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { useConflict } from '../../components/useConflict.ts';
import { useSubmitForm } from '../../components/useSubmitForm.ts';
import { graphql } from '../../lib/graphql.ts';
import {
  useUpdateOrganizationSettings,
  type OrganizationSettingsFieldsFragment,
} from './gql/OrganizationSettingsForm.ts';
import { SettingField } from './SettingField.tsx';
import { useSettingTexts } from './useSettingTexts.ts';
import { differing, COLUMNS, SECTIONS, type Settings } from './settingFields.ts';

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
 * between, the user sees the newer values next to their own.
 */
export function OrganizationSettingsForm({ settings }: { settings: OrganizationSettingsFieldsFragment }) {
  const { t } = useTranslation('organizations');
  const update = useUpdateOrganizationSettings();
  const protection = useConflict({ row: settings, valuesOf, differing });
  const textOf = useSettingTexts();
  const submitForm = useSubmitForm<Settings>({
    defaultValues: valuesOf(settings),
    async onSubmit(values, { saving, saved }) {
      const payload = await protection.save(values, async ({ version }, names) => {
        const changes = Object.fromEntries(names.map((name) => [name, values[name]]));
        const answer = await saving(update({ input: { version, ...changes } }));
        return { ...answer, conflict: answer.conflict?.settings ?? null };
      });
      if (!payload) return;
      if (payload.userErrors.length > 0) return payload.userErrors;
      saved();
      const now = payload.organization?.settings;
      if (now) {
        protection.accept(now);
        form.reset(valuesOf(now));
      }
      toaster.success({ title: t('settings.saved') });
    },
  });
  const { form, phase, problem, dismiss, element } = submitForm;

  const cardsOf = (sections: readonly (keyof typeof SECTIONS)[]) =>
    sections.map((section) => (
      <Card key={section} title={t(`settings.sections.${section}`)}>
        <Stack gap="5">
          {SECTIONS[section].map((name) => (
            <SettingField key={name} name={name} control={form.control} />
          ))}
        </Stack>
      </Card>
    ));

  return (
    <form {...element}>
      <Stack gap="4">
        <FormErrors message={problem} onDismiss={dismiss} />
        <FormConflict
          conflict={protection.open(form)}
          labelOf={(name) => t(`settings.${name}.label`)}
          textOf={(name, values) => textOf(name, values[name])}
        />
        <CardColumns start={cardsOf(COLUMNS.start)} end={cardsOf(COLUMNS.end)} />
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
