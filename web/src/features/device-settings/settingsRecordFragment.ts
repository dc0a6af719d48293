import { graphql } from '../../lib/graphql.ts';

graphql(`
  fragment DeviceSettings_record on SettingsRecord {
    id
    status
    isEdit
    submittedBy
    submittedAt
    sentAt
    answeredAt
    failureText
    collected
    sourceDisplay
    therapy {
      ...DeviceSettings_field @unmask
    }
    comfort {
      ...DeviceSettings_field @unmask
    }
    alerts {
      ...DeviceSettings_field @unmask
    }
  }
`);
