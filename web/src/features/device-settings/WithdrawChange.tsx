import { Undo2 } from 'lucide-react';
import { graphql } from '../../lib/graphql.ts';
import { ChangeAction } from './ChangeAction.tsx';
import { useCancelPendingSettings } from './gql/WithdrawChange.ts';

graphql(`
  mutation CancelPendingSettings($input: CancelPendingSettingsInput!) {
    cancelPendingSettings(input: $input) {
      deviceHistory {
        id
        ...DeviceSettings_history
      }
      ...UserErrors
    }
  }
`);

/** Withdraws a pending change after a confirmation. The device may have fetched it already. */
export function WithdrawChange(change: { deviceHistoryId: string; settingsRecordId: string }) {
  const cancel = useCancelPendingSettings();
  const act = async () => (await cancel({ input: change })).userErrors;
  return <ChangeAction name="withdraw" icon={Undo2} danger act={act} />;
}
