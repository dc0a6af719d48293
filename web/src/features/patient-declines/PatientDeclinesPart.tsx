import { Suspense } from 'react';
import { usePart } from '../../lib/useLoaded.ts';

const load = () => import('./PatientDeclines.tsx');

/** Who declined the patient, or the button that declines; its code is loaded after the page. */
export function PatientDeclinesPart(props: { patientId: string }) {
  const part = usePart(load, true);
  // Its texts come later than the page, which stays as it is.
  return part ? (
    <Suspense>
      <part.PatientDeclines {...props} />
    </Suspense>
  ) : null;
}
