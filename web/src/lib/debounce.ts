/**
 * Runs `action` at the first call and, when more calls follow within `ms`, once more `ms` after the last of them, but not
 * later than `longest` after the first of them. `cancel` drops the scheduled run.
 */
export function leadingAndTrailing(action: () => void, ms: number, longest = Infinity) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let again = false;
  let latest = Infinity;
  const settle = () => {
    timer = undefined;
    if (!again) return;
    again = false;
    action();
  };
  return {
    call() {
      if (timer === undefined) action();
      else {
        clearTimeout(timer);
        if (!again) latest = Date.now() + longest;
        again = true;
      }
      timer = setTimeout(settle, again ? Math.min(ms, latest - Date.now()) : ms);
    },
    cancel() {
      clearTimeout(timer);
      timer = undefined;
      again = false;
    },
  };
}

/** Runs `action` once, `ms` after the last of the calls. `isWaiting` until then; `cancel` drops the run. */
export function trailing(action: () => void, ms: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    call() {
      cancel();
      timer = setTimeout(() => {
        timer = undefined;
        action();
      }, ms);
    },
    isWaiting: () => timer !== undefined,
    cancel,
  };
}
