/**
 * Runs `action` at the first call and, when more calls follow within `ms`, once more `ms` after the last of them.
 * `cancel` drops the scheduled run.
 */
export function leadingAndTrailing(action: () => void, ms: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let again = false;
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
        again = true;
      }
      timer = setTimeout(settle, ms);
    },
    cancel() {
      clearTimeout(timer);
      timer = undefined;
      again = false;
    },
  };
}
