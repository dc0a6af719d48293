import { Alert, Button, HStack, Link as ChakraLink, List, Stack } from '@chakra-ui/react';
import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Card } from '../../components/Card.tsx';
import { FormErrors } from '../../components/FormField.tsx';
import { graphql } from '../../lib/graphql.ts';
import { SettingsEditor_historyFragmentDoc as fragment } from './gql/SettingsEditor.ts';
import { OutdatedSettings } from './OutdatedSettings.tsx';
import { ReviewChanges } from './ReviewChanges.tsx';
import { SettingsFields } from './SettingsFields.tsx';
import { droppedNames, fieldsOfMode } from './settingsFormValues.ts';
import { StartingPoint } from './StartingPoint.tsx';
import { SubmittedChange } from './SubmittedChange.tsx';
import { useSettingsEditor } from './useSettingsEditor.ts';

graphql(`
  fragment SettingsEditor_history on DeviceHistory {
    id
    currentSettings {
      ...DeviceSettings_record @unmask
    }
    settingsForm {
      kind
      model
      version
      currentMode
      pendingMode
      modes {
        mode
        label
        fields {
          name
          label
          group
          kind
          unit
          min
          max
          step
          initial
          choices {
            value
            label
          }
          dependsOn {
            name
            values
          }
        }
      }
      values {
        name
        value
      }
      pendingValues {
        name
        value
      }
      pending {
        ...DeviceSettings_record @unmask
      }
    }
  }
`);

/** The actions stay in sight below a long form. The browser scrolls a focused field clear of them. */
const footer = {
  justify: 'flex-end',
  gap: '3',
  flexWrap: 'wrap',
  position: 'sticky',
  bottom: '0',
  zIndex: '1',
  mt: '6',
  mx: '-4',
  mb: '-4',
  px: '4',
  py: '3',
  bg: 'bg.panel',
  borderTopWidth: '1px',
  borderBottomRadius: 'l3',
} as const;

/** Edits or adds the settings of a device: the form, the review of the changes, and the submitted change. */
export function SettingsEditor(props: {
  history: FragmentType<typeof fragment>;
  /** The user accepted the warning about ventilators. */
  confirmVentilator: boolean;
  /** Address of the patient's page. */
  patientPage: string;
  onReload: () => Promise<unknown>;
}) {
  const { t } = useTranslation('device-settings');
  const { data: history } = useSuspenseFragment({
    fragment,
    fragmentName: 'SettingsEditor_history',
    from: props.history,
  });
  const { settingsForm: catalog } = history;
  const editor = useSettingsEditor({ history, confirmVentilator: props.confirmVentilator, onReload: props.onReload });
  const { form, step, mode, problem } = editor;

  if (step.kind === 'done') {
    return (
      <SubmittedChange
        recordId={step.recordId}
        changes={step.changes}
        deviceHistoryId={history.id}
        patientPage={props.patientPage}
      />
    );
  }
  if (step.kind === 'review') {
    const labels = new Map(fieldsOfMode(catalog, catalog.currentMode ?? '').map(({ name, label }) => [name, label]));
    return (
      <ReviewChanges
        changes={step.changes}
        replaces={catalog.pending}
        dropped={droppedNames(catalog, step.input.mode).flatMap((name) => labels.get(name) ?? [])}
        problem={problem}
        sending={editor.isPending}
        onBack={editor.back}
        onSubmit={() => void editor.send(step)}
      />
    );
  }
  const labels = new Map(fieldsOfMode(catalog, mode).map(({ name, label }) => [name, label]));
  return (
    <Stack gap="4">
      {editor.isStale ? (
        <OutdatedSettings
          before={editor.seenRecord}
          now={catalog.pending ?? history.currentSettings}
          onSeen={editor.markSeen}
        />
      ) : null}
      <StartingPoint form={catalog} onStartFrom={editor.startFrom} />
      <FormErrors message={problem} />
      {editor.wrongNames.length > 0 ? (
        <Alert.Root status="error" role="alert" alignItems="flex-start">
          <Alert.Indicator />
          <Alert.Content>
            <Alert.Title>{t('form.wrong', { number: editor.wrongNames.length })}</Alert.Title>
            <List.Root ps="4">
              {editor.wrongNames.map((name) => (
                <List.Item key={name}>
                  <ChakraLink asChild color="fg.error" textDecoration="underline">
                    <button type="button" onClick={() => form.setFocus(`values.${name}`)}>
                      {labels.get(name)}
                    </button>
                  </ChakraLink>
                </List.Item>
              ))}
            </List.Root>
          </Alert.Content>
        </Alert.Root>
      ) : null}
      <Card css={{ '& :is(input, select, button)': { scrollMarginBottom: '20' } }}>
        <form
          {...editor.element}
          onSubmit={(event) => {
            event.preventDefault();
            void editor.review();
          }}
        >
          <SettingsFields
            form={catalog}
            control={form.control}
            onLeave={editor.revalidate}
            onChanged={editor.revalidateErrors}
          />
          <HStack {...footer}>
            <Button asChild variant="outline">
              <Link to={props.patientPage}>{t('form.cancel')}</Link>
            </Button>
            <Button type="submit" loading={editor.isPending} loadingText={t('form.review')}>
              {t('form.review')}
            </Button>
          </HStack>
        </form>
      </Card>
    </Stack>
  );
}
