import { Suspense, type ComponentType } from 'react';
import { usePart } from '../lib/useLoaded.ts';

/** Returns a part of a page whose code is loaded after the page; `Coming` is shown until then, or nothing. */
export function laterPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Coming?: ComponentType<Props>,
): ComponentType<Props> {
  const loadPart = async () => ({ Part: await load() });
  return function LaterPart(props: Props) {
    const part = usePart(loadPart, true);
    const coming = Coming ? <Coming {...props} /> : null;
    // Its texts come later than the page, which stays as it is.
    return part ? (
      <Suspense fallback={coming}>
        <part.Part {...props} />
      </Suspense>
    ) : (
      coming
    );
  };
}
