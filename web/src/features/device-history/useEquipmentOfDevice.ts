import { useApolloClient } from '@apollo/client/react';
import { graphql } from '../../lib/graphql.ts';
import { EquipmentOfDeviceDocument as equipmentOfDevice } from './gql/useEquipmentOfDevice.ts';

graphql(`
  query EquipmentOfDevice($id: ID!) {
    node(id: $id) {
      ... on DeviceHistory {
        id
        version
        serial
        startDate
        endDate
        hasPin
        pin
        viewerCanAddPin
        patient {
          id
          organization {
            id
            timezone
          }
        }
      }
    }
  }
`);

/**
 * Returns a function that loads the current values for the equipment dialog. They include the PIN, so no cache stores
 * them. Rejects when the query fails.
 */
export function useEquipmentOfDevice() {
  const client = useApolloClient();
  return async (id: string) => {
    const { data } = await client.query({ query: equipmentOfDevice, variables: { id }, fetchPolicy: 'no-cache' });
    if (data?.node?.__typename !== 'DeviceHistory') throw new Error(`no device ${id}`);
    return data.node;
  };
}

export type EquipmentOfDevice = Awaited<ReturnType<ReturnType<typeof useEquipmentOfDevice>>>;
