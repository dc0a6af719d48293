import { Box, Button, HStack, Stack, Text } from '@chakra-ui/react';
import { Circle, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import { toaster } from '../../components/Toaster.tsx';
import type { FirstStepKind } from '../../gql/schema.ts';
import { graphql } from '../../lib/graphql.ts';
import { urls } from '../../lib/urls.ts';
import { useViewer, type Viewer } from '../../lib/viewer.ts';
import type { FirstSteps_stepFragment } from './gql/FirstSteps.ts';
import { useDismissFirstSteps } from './gql/FirstSteps.ts';

graphql(`
  fragment FirstSteps_step on FirstStep {
    kind
    isDone
  }

  mutation DismissFirstSteps {
    dismissNotice(input: { notice: FIRST_STEPS }) {
      viewer {
        dismissedNotices {
          notice
          newsVersion
        }
      }
      ...UserErrors
    }
  }
`);

/** The page with the button of each step. */
const PAGES: Record<FirstStepKind, (viewer: Viewer) => string> = {
  LOCATIONS: ({ organization, actingOrganization }) =>
    urls.organizationLocations((actingOrganization ?? organization).databaseId),
  STAFF: ({ actingOrganization }) =>
    actingOrganization ? urls.organizationUsers(actingOrganization.databaseId) : urls.users,
  PATIENT: () => urls.patients,
  DEVICE: () => urls.patients,
  REPORT: () => urls.patients,
};

/** The first steps of a new organization, each with a link to the page where it is done, until the user dismisses them. */
export function FirstSteps({
  steps,
  onDismissed,
}: {
  steps: readonly FirstSteps_stepFragment[];
  onDismissed: () => void;
}) {
  const { t } = useTranslation('first-steps');
  const [isSaving, setSaving] = useState(false);
  const dismiss = useDismissFirstSteps();
  const done = steps.filter(({ isDone }) => isDone).length;

  async function onDismiss() {
    setSaving(true);
    const saved = await dismiss({}).catch(() => null);
    setSaving(false);
    if (saved?.userErrors.length === 0) onDismissed();
    else toaster.error({ title: t('notDismissed') });
  }

  return (
    <Card
      title={t('title')}
      action={
        <Button variant="outline" size="sm" loading={isSaving} onClick={() => void onDismiss()}>
          {t('dismiss')}
        </Button>
      }
    >
      <Text color="fg.muted" mb="4">
        {t('progress', { done, count: steps.length })}
      </Text>
      <Stack as="ol" listStyleType="none" gap="4" aria-label={t('title')}>
        {steps.map((step) => (
          <Step key={step.kind} step={step} />
        ))}
      </Stack>
    </Card>
  );
}

function Step({ step: { kind, isDone } }: { step: FirstSteps_stepFragment }) {
  const { t } = useTranslation('first-steps');
  const viewer = useViewer();
  const Icon = isDone ? CircleCheck : Circle;
  return (
    <HStack as="li" gap="3" align="flex-start">
      <Box color={isDone ? 'green.fg' : 'fg.muted'} pt="0.5">
        <Icon size={18} role="img" aria-label={t(isDone ? 'done' : 'open')} />
      </Box>
      <Box>
        {isDone ? (
          <Text>{t(`steps.${kind}.title`)}</Text>
        ) : (
          <TextLink to={PAGES[kind](viewer)}>{t(`steps.${kind}.title`)}</TextLink>
        )}
        {isDone ? null : <Text color="fg.muted">{t(`steps.${kind}.text`)}</Text>}
      </Box>
    </HStack>
  );
}
