import { graphql } from '../../lib/graphql.ts';

graphql(`
  fragment RemovedDevices_patient on Patient {
    id
    nightsOfRemovedDevices {
      deviceHistoryId
      ...NightsOfRemovedDevice_removed @unmask
    }
    voidedDevices {
      deviceHistoryId
      ...VoidedDevice_voided @unmask
    }
  }
`);
