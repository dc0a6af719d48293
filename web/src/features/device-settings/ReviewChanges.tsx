import { Alert, Button, HStack, Heading, Stack, Text } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { FormErrors } from '../../components/FormField.tsx';
import { useInstantFormat } from '../../lib/viewer.ts';
import { ChangesTable, type ShownChange } from './ChangesTable.tsx';
import type { SettingsForm } from './settingsFormValues.ts';

/** The effect of the change on the device, setting by setting, and its other consequences, before it is submitted. */
export function ReviewChanges(props: {
  changes: readonly ShownChange[];
  /** The pending change that this one replaces. */
  replaces: SettingsForm['pending'];
  /** Labels of settings that the new mode does not have. */
  dropped: readonly string[];
  problem?: string;
  sending: boolean;
  onBack: () => void;
  onSubmit: () => void;
}) {
  const { t } = useTranslation('device-settings');
  const { replaces, dropped, sending } = props;
  const format = useInstantFormat();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  return (
    <Card>
      <Stack gap="4">
        <Heading as="h2" size="sm" ref={heading} tabIndex={-1} outline="none">
          {t('review.title')}
        </Heading>
        <FormErrors message={props.problem} />
        {replaces ? (
          <Alert.Root status="warning">
            <Alert.Indicator />
            <Alert.Title fontWeight="normal">
              {t('review.replaces', { name: replaces.submittedBy ?? t('somebody'), at: format(replaces.submittedAt) })}
            </Alert.Title>
          </Alert.Root>
        ) : null}
        <ChangesTable
          label={t('review.changes')}
          before={t('review.from')}
          after={t('review.to')}
          changes={props.changes}
        />
        {dropped.length > 0 ? (
          <Text textStyle="sm">{t('review.dropped', { settings: dropped.join(', ') })}</Text>
        ) : null}
        <Text textStyle="sm" color="fg.muted">
          {t('delivery.hint')}
        </Text>
        <HStack justify="flex-end" gap="3" flexWrap="wrap">
          <Button variant="outline" disabled={sending} onClick={props.onBack}>
            {t('review.back')}
          </Button>
          <Button loading={sending} loadingText={t('review.sending')} onClick={props.onSubmit}>
            {t('review.submit')}
          </Button>
        </HStack>
      </Stack>
    </Card>
  );
}
