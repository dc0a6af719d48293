/** Milliseconds in which a second Back of the same moment, and the router's own step forward, arrive. */
const settleMs = 50;

/** Returns the position of the entry the browser is at, as the router numbers it; undefined in a memory router. */
const position = () => (window.history.state as { idx?: number } | null)?.idx;

/**
 * Returns the keeper of the address while the router takes back a blocked Back. The router goes forward again and takes
 * the next `popstate` for its arrival. A second Back in the same moment arrives first, and would leave the address at
 * another page than the one that is shown. It is hidden from the router, and the missing steps are made up for.
 */
export function createBlockedBack() {
  let shown: number | undefined;
  let isReturning = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function goBackToShown() {
    const at = position();
    if (isReturning && shown !== undefined && at !== undefined && at !== shown) window.history.go(shown - at);
  }

  function onPopState(event: PopStateEvent) {
    if (!isReturning) return;
    clearTimeout(timer);
    if (position() === shown) {
      isReturning = false;
      return;
    }
    event.stopImmediatePropagation();
    timer = setTimeout(goBackToShown, settleMs);
  }

  return {
    /** Takes notice of the page that is shown now. */
    arrive() {
      if (!isReturning) shown = position();
    },
    /** Takes notice that the router takes back the Back (or Forward) that has just happened. */
    block() {
      isReturning = shown !== undefined;
    },
    /** Listens, before the router does; returns the function that ends it. */
    listen() {
      window.addEventListener('popstate', onPopState, { capture: true });
      return () => {
        clearTimeout(timer);
        window.removeEventListener('popstate', onPopState, { capture: true });
      };
    },
  };
}
