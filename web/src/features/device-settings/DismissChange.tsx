import { EyeOff } from 'lucide-react';
import { graphql } from '../../lib/graphql.ts';
import { ChangeAction } from './ChangeAction.tsx';
import { useDismissSettings } from './gql/DismissChange.ts';

graphql(`
  mutation DismissSettings($input: DismissSettingsInput!) {
    dismissSettings(input: $input) {
      deviceHistory {
        id
        ...DeviceSettings_history
      }
      ...UserErrors
    }
  }
`);

/** Takes a change that was not delivered out of the column after a confirmation. The history keeps it. */
export function DismissChange(change: { deviceHistoryId: string; settingsRecordId: string }) {
  const dismiss = useDismissSettings();
  const act = async () => (await dismiss({ input: change })).userErrors;
  return <ChangeAction name="dismiss" icon={EyeOff} act={act} />;
}
