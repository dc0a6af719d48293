import { useEffect } from 'react';
import { trackWork } from '../../lib/unsavedWork.ts';

/** Asks before typed work is left behind: by a link of the client, or by the browser closing or reloading the page. */
export function useLeaveGuard(isDirty: boolean): void {
  useEffect(() => trackWork(() => (isDirty ? 'dirty' : 'clean')), [isDirty]);
}
