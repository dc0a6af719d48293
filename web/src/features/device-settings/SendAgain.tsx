import { Stack, Text } from '@chakra-ui/react';
import { RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { EditAllowed } from '../../gql/schema.ts';
import { graphql } from '../../lib/graphql.ts';
import type { UserError } from '../../lib/userErrors.ts';
import { ChangeAction, type ChangeQuestion } from './ChangeAction.tsx';
import { ChangesTable } from './ChangesTable.tsx';
import { warnsOnly } from './editAllowed.ts';
import { useCheckResendSettings, useResendSettings } from './gql/SendAgain.ts';
import type { SettingsRecord } from './SettingsStatus.tsx';

graphql(`
  query CheckResendSettings($input: ResendSettingsInput!) {
    checkResendSettings(input: $input) {
      changes {
        ...SubmitSettings_change @unmask
      }
      ...UserErrors
    }
  }
`);

graphql(`
  mutation ResendSettings($input: ResendSettingsInput!) {
    resendSettings(input: $input) {
      deviceHistory {
        id
        ...DeviceSettings_history
      }
      ...UserErrors
    }
  }
`);

/**
 * Submits a failed change again. The question lists what it would change on the device now. The server refuses it when
 * the settings are others than those on the page.
 */
export function SendAgain(props: {
  deviceHistoryId: string;
  record: SettingsRecord;
  version: string | number;
  editAllowed: EditAllowed;
}) {
  const { t } = useTranslation('device-settings');
  const { deviceHistoryId, record, version } = props;
  const check = useCheckResendSettings();
  const resend = useResendSettings();
  const isVentilator = warnsOnly(props.editAllowed);
  const input = { deviceHistoryId, settingsRecordId: record.id, version, confirmVentilator: isVentilator };

  /** Names the setting in the message of a refusal, which the server names in its field. */
  function named(userErrors: readonly UserError[]): UserError[] {
    const labels = new Map(
      [...record.therapy, ...record.comfort, ...record.alerts].map(({ name, label }) => [`values.${name}`, label]),
    );
    return userErrors.map((error) => {
      if (error.code === 'conflict') return { ...error, message: t('sendAgain.changed') };
      const label = labels.get(error.field);
      return label ? { ...error, message: `${label}: ${error.message}` } : error;
    });
  }

  async function ask(): Promise<ChangeQuestion> {
    const { changes, userErrors } = await check({ input });
    if (userErrors.length > 0) return { refused: named(userErrors) };
    return {
      body: (
        <Stack gap="3">
          {isVentilator ? <Text fontWeight="medium">{t('sendAgain.ventilator')}</Text> : null}
          <Text>{t('sendAgain.body')}</Text>
          <ChangesTable
            label={t('review.changes')}
            before={t('review.from')}
            after={t('review.to')}
            changes={changes}
          />
        </Stack>
      ),
    };
  }

  const act = async () => named((await resend({ input })).userErrors);
  return <ChangeAction name="sendAgain" icon={RotateCcw} ask={ask} act={act} />;
}
