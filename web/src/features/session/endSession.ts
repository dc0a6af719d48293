import { emptyBrowser } from '../../lib/emptyBrowser.ts';
import { failureOf } from '../../lib/failure.ts';
import { page } from '../../lib/page.ts';
import { discardWork } from '../../lib/unsavedWork.ts';
import { tellOtherTabs } from '../../lib/userActivity.ts';
import { urls } from '../../lib/urls.ts';
import { whatStays } from '../../lib/whatStays.ts';

/**
 * Ends the session with `signOut`, empties the memory and the storages of the browser, and opens the sign-in page.
 * Rejects when the session did not end. One that has ended already is left too: the user has agreed to lose unsaved input.
 */
export async function endSession(signOut: () => Promise<unknown>): Promise<void> {
  const kept = whatStays();
  await signOut().catch((error: unknown) => {
    if (failureOf(error) !== 'signedOut') throw error;
  });
  emptyBrowser(kept);
  tellOtherTabs('over');
  discardWork();
  page.open(urls.login);
}
