import type { TFunction } from 'i18next';
import { graphql } from '../../lib/graphql.ts';
import type { MachineUsageQuery } from './gql/usageOperations.ts';

graphql(`
  query MachineUsage($id: ID!, $page: Int!, $limit: Int!) {
    machine(id: $id) {
      id
      correctedNights
      ...DateProposals_machine @unmask
      usage(page: $page, limit: $limit, orderBy: RECORD_DATE) {
        ...UsageRows_usage @unmask
      }
    }
  }

  fragment DateProposals_machine on Machine {
    databaseId
    serial
    viewerCanChangeUsageDates
    dateProposals {
      source
      from
      to
      days
      nights
      changedAfter
      changedBefore
    }
  }

  query FindUsageRows(
    $id: ID!
    $source: NightSource!
    $startDate: String
    $endDate: String
    $page: Int!
    $limit: Int!
  ) {
    machine(id: $id) {
      id
      usage(source: $source, startDate: $startDate, endDate: $endDate, page: $page, limit: $limit) {
        ...UsageRows_usage @unmask
      }
    }
  }

  fragment UsageRows_usage on MachineUsage {
    total
    from
    to
    rows {
      id
      databaseId
      date
      recordedDate
      version
      corrected
      source
      minutes
      recordNo
      arrivedAt
      state
    }
  }

  query CheckChangeUsageDates($input: ChangeUsageDatesInput!) {
    checkChangeUsageDates(input: $input) {
      moves {
        nightId
        oldDate
        newDate
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
  }

  mutation ChangeUsageDates($input: ChangeUsageDatesInput!) {
    changeUsageDates(input: $input) {
      result
      ...UserErrors
    }
  }

  mutation UndoUsageDates($input: UndoUsageDatesInput!) {
    undoUsageDates(input: $input) {
      result
      ...UserErrors
    }
  }

  mutation ResetRecordNo($input: ResetRecordNoInput!) {
    resetRecordNo(input: $input) {
      result
      ...UserErrors
    }
  }

  query UsageDateLog($id: ID!, $page: Int!) {
    machine(id: $id) {
      id
      usageDateChanges(page: $page) {
        total
        from
        to
        rows {
          databaseId
          email
          source
          oldDate
          newDate
          createdAt
        }
      }
    }
  }
`);

/** The state of a night that counts (document 001, section 3). */
const VALID = 1;
/** The state of a night that was voided. */
export const VOIDED = 9;

/** Returns the state of a night in words: valid, voided, or the number of another state, in which a night does not count. */
export const stateText = (t: TFunction<'usage-dates'>, state: number): string =>
  state === VALID ? t('valid') : state === VOIDED ? t('voided') : t('notValid', { state });

type Machine = NonNullable<MachineUsageQuery['machine']>;

/** A night of a machine as the usage screen shows it. */
export type UsageRow = Machine['usage']['rows'][number];

/** A page of nights. */
export type Usage = Machine['usage'];
