import { useState } from 'react';
import type { DateRange } from '../../lib/dateRange.tsx';
import { useReloadOnDeviceChange } from '../../lib/deviceChanges.ts';
import { graphql } from '../../lib/graphql.ts';
import { useUsageNightsQuery } from './gql/useUsageNights.ts';
import type { RecordedNight } from './usageDays.ts';
import { isWithin, widened } from './usageRange.ts';

graphql(`
  query UsageNights($patientId: ID!, $from: Date!, $to: Date!) {
    patient(id: $patientId) {
      id
      nights(from: $from, to: $to) {
        id
        date
        recordedDate
        corrected
        source
        effective
        state
        minutes
        ahi
        pressure
        p95
        leak
        pressureKind
        serial
      }
    }
  }
`);

/**
 * Returns a patient's nights with the range that they are of, which contains `range` once they are loaded. At first only
 * `range` is read; when it leaves what was read, more is. The nights before stay until then. They are read again when a
 * device changes.
 */
export function useUsageNights(patientId: string, range: DateRange, limits: DateRange) {
  const [read, setRead] = useState(range);
  if (!isWithin(range, read)) setRead(widened(range, limits));
  const { data, error, loading, refetch } = useUsageNightsQuery({
    variables: { patientId, from: read.start, to: read.end },
    fetchPolicy: 'cache-and-network',
  });
  const reload = useReloadOnDeviceChange(refetch, loading);

  const nights = data && (data.patient?.nights ?? []);
  const [loaded, setLoaded] = useState<{ nights: readonly RecordedNight[]; range: DateRange } | null>(null);
  if (nights && (loaded?.nights !== nights || loaded.range !== read)) setLoaded({ nights, range: read });

  return {
    loaded,
    isLoading: !nights && !error,
    error,
    reload,
  };
}
