import { graphql } from '../../lib/graphql.ts';
import { UsageCard_patientFragmentDoc } from './gql/usageFragment.ts';

/** What the charts need of the patient besides the nights. The page has read it. */
export const UsageCard_patient = UsageCard_patientFragmentDoc;

graphql(`
  fragment UsageCard_patient on Patient {
    id
    firstUsageDate
    devices {
      id
      serial
      startDate
      endDate
    }
    compliance {
      minutesWanted
      windowStart
      windowEnd
    }
  }
`);
