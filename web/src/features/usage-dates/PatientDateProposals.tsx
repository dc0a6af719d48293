import { useReloadOnDeviceChange } from '../../lib/deviceChanges.ts';
import { graphql } from '../../lib/graphql.ts';
import { useLogged } from '../../lib/useLogged.ts';
import { DateProposals } from './DateProposals.tsx';
import { usePatientDateProposalsQuery, type PatientDateProposalsQuery } from './gql/PatientDateProposals.ts';

graphql(`
  query PatientDateProposals($id: ID!) {
    patient(id: $id) {
      id
      devices {
        id
        startDate
        endDate
        machine {
          id
          ...DateProposals_machine @unmask
        }
      }
    }
  }
`);

type Device = NonNullable<PatientDateProposalsQuery['patient']>['devices'][number];

/** Returns the proposals that concern nights of these assignments of one machine: another patient may have had it. */
const proposalsOf = (devices: readonly Device[]) =>
  devices[0]!.machine.dateProposals.filter(({ from, to }) =>
    devices.some(({ startDate, endDate }) => to >= startDate && (endDate === null || from < endDate)),
  );

/** The corrections that the clocks of a patient's devices suggest, for viewers who may change dates. */
export function PatientDateProposals({ patientId }: { patientId: string }) {
  const { data, error, loading, refetch } = usePatientDateProposalsQuery({
    variables: { id: patientId },
    fetchPolicy: 'cache-and-network',
  });
  useReloadOnDeviceChange(refetch, loading);
  // The machine page shows them too: the page of the patient does without them.
  useLogged('The proposals to correct dates were not loaded', error);
  const machines = Map.groupBy(data?.patient?.devices ?? [], ({ machine }) => machine.id);
  return [...machines.values()].map((devices) => {
    const { machine } = devices[0]!;
    return machine.viewerCanChangeUsageDates ? (
      <DateProposals key={machine.id} machine={machine} proposals={proposalsOf(devices)} />
    ) : null;
  });
}
