import { graphql } from '../../gql/gql.ts';

/** What the charts need of the patient besides the nights. The page has read it. */
export const UsageCard_patient = graphql(`
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
