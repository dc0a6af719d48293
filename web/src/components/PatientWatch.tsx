import { graphql } from '../lib/graphql.ts';
import { useViewer } from '../lib/viewer.ts';
import { usePatientsChangedSubscription } from './gql/PatientWatch.ts';

graphql(`
  subscription PatientsChanged($patientIds: [ID!]!) {
    patientsChanged(patientIds: $patientIds) {
      patientId
    }
  }
`);

/** The server takes lists of at most 200 entries; a page has up to 500 rows. */
const mostIds = 200;

const chunksOf = (ids: readonly string[]) =>
  Array.from({ length: Math.ceil(ids.length / mostIds) }, (_, index) =>
    ids.slice(index * mostIds, (index + 1) * mostIds),
  );

interface Events {
  onChange: (patientId: string) => void;
  /** The changes of some of the patients do not arrive any more. */
  onError?: (error: unknown) => void;
}

/** Follows the patients of rows, by their global ids. Without a realtime key nothing is subscribed. */
export function PatientWatch({ patients, ...events }: { patients: readonly (string | null | undefined)[] } & Events) {
  const { realtimeKey } = useViewer();
  const ids = [...new Set(patients.filter((id) => typeof id === 'string'))].sort();
  return realtimeKey ? chunksOf(ids).map((chunk) => <Watch key={chunk.join()} ids={chunk} {...events} />) : null;
}

function Watch({ ids, onChange, onError }: { ids: readonly string[] } & Events) {
  usePatientsChangedSubscription({
    variables: { patientIds: [...ids] },
    fetchPolicy: 'no-cache',
    onData: ({ data: { data } }) => {
      if (data?.patientsChanged) onChange(data.patientsChanged.patientId);
    },
    onError(error) {
      console.error('Changes of the rows are not listened for:', error.message);
      onError?.(error);
    },
  });
  return null;
}
