import { graphql } from '../../gql/gql.ts';
import { useRecalculateAfterUpdateMutation } from '../../gql/hooks.ts';

graphql(`
  mutation RecalculateAfterUpdate($patientId: ID!) {
    recalculateCompliance(patientId: $patientId) {
      patient {
        id
      }
      userErrors {
        field
        code
        message
      }
    }
  }
`);

/**
 * Has the compliance of a patient calculated again, after a changed date of a device that starts in the compliance
 * period. Never rejects: a failure is only logged (document 000, section 8), because the device itself was saved.
 */
export function useRecalculateCompliance() {
  const [mutate] = useRecalculateAfterUpdateMutation();
  return async (patientId: string): Promise<void> => {
    try {
      const { data } = await mutate({ variables: { patientId } });
      for (const { message } of data?.recalculateCompliance.userErrors ?? [])
        console.error('Compliance was not calculated again:', message);
    } catch (error) {
      console.error('Compliance was not calculated again:', error);
    }
  };
}
