import { graphql } from '../../lib/graphql.ts';
import type { NightVoids_checkFragment, VoidedNights_voidedFragment } from './gql/nightVoidOperations.ts';

graphql(`
  fragment NightVoids_check on ChosenNightsCheck {
    version
    nights {
      nightId
      version
      date
      recordedDate
      minutes
      patient {
        id
        firstName
        lastName
      }
    }
    patients {
      patient {
        id
        firstName
        lastName
      }
      nights
      before {
        ...ForecastTable_compliance @unmask
      }
      after {
        ...ForecastTable_compliance @unmask
      }
    }
    ...UserErrors
  }

  query VoidNightsPreview($input: VoidNightsInput!) {
    checkVoidNights(input: $input) {
      ...NightVoids_check @unmask
    }
  }

  query CheckVoidNights($input: VoidNightsInput!) {
    checkVoidNights(input: $input) {
      ...NightVoids_check @unmask
    }
  }

  mutation VoidNights($input: VoidNightsInput!) {
    voidNights(input: $input) {
      result
      ...UserErrors
    }
  }

  query GiveBackNightsPreview($input: GiveBackNightsInput!) {
    checkGiveBackNights(input: $input) {
      ...NightVoids_check @unmask
    }
  }

  query CheckGiveBackNights($input: GiveBackNightsInput!) {
    checkGiveBackNights(input: $input) {
      ...NightVoids_check @unmask
    }
  }

  mutation GiveBackNights($input: GiveBackNightsInput!) {
    giveBackNights(input: $input) {
      result
      ...UserErrors
    }
  }

  fragment VoidedNights_voided on VoidedNights {
    nights
    firstDate
    lastDate
    reason
    by
    at
    nightIds
    machine {
      id
      databaseId
      serial
      viewerCanChangeUsageDates
    }
  }

  query PatientVoidedNights($id: ID!) {
    patient(id: $id) {
      id
      voidedNights {
        ...VoidedNights_voided @unmask
      }
    }
  }

  query UploadVoids($id: ID!) {
    upload(uploadId: $id) {
      id
      voidableNights
      voidedNights {
        ...VoidedNights_voided @unmask
      }
      machine {
        id
        viewerCanChangeUsageDates
      }
    }
  }
`);

/** What a dry run answers. */
export type NightsCheck = NightVoids_checkFragment;
/** Nights that were voided together. */
export type Voided = VoidedNights_voidedFragment;

/** What is done with nights of cards of a machine: all nights of an upload, or these. */
export interface NightAct {
  what: 'void' | 'giveBack';
  machineId: string;
  choice: { uploadId: string } | { nights: { id: string }[] };
}
