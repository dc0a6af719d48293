/** What a list has as its rows. */
const ROWS = 'tr, li, [role=listitem]';
const CONTROLS = 'a[href], button:not([disabled]), [tabindex="0"]';
const OVERLAYS = '[role=dialog], [role=alertdialog], [role=menu]';

/** The controls of a row or a cell, the last first: the button that removes the row is at the end. */
const controlsOf = (part: Element) => [...part.querySelectorAll<HTMLElement>(CONTROLS)].reverse();

const places = (part: Element | null | undefined) => [...(part?.parentElement?.children ?? [])];

/** Returns what has the focus when a control is gone; null when nothing around it is left. */
function followerOf(control: HTMLElement): () => HTMLElement | null {
  const row = control.closest<HTMLElement>(ROWS);
  const cell = control.closest('td');
  const index = places(row).indexOf(row!);
  const column = places(cell).indexOf(cell!);
  const list = row?.parentElement;
  const place = row ? controlsOf(cell ?? row).indexOf(control) : -1;
  const around: Element[] = [];
  for (let one = control.parentElement; one; one = one.parentElement) around.push(one);
  // By its text, where the rows have it: an open row may have a button more than the next one.
  const text = control.textContent.trim();
  const same = (other: Element) => {
    const controls = controlsOf((cell && other.children[column]) || other);
    return controls.find(({ textContent }) => text !== '' && textContent.trim() === text) ?? controls[place];
  };

  return () => {
    if (row?.isConnected) return (cell && controlsOf(cell)[0]) ?? controlsOf(row)[0] ?? row;
    const rows = list?.isConnected ? [...list.children] : [];
    const next = [...rows.slice(index), ...rows.slice(0, index).reverse()].find(same);
    if (next) return same(next)!;
    for (const one of around.filter(({ isConnected }) => isConnected)) {
      if (one instanceof HTMLElement && one.hasAttribute('tabindex')) return one;
      const heading = one.querySelector<HTMLElement>('h1, h2, h3');
      if (heading) return heading;
    }
    return null;
  };
}

/** Ends the last one: there is one focus. */
let end = (): void => undefined;

/**
 * Keeps the user's place when a control leaves the page, alone or with its row. Returns the function that begins this: at
 * once, or when the dialog or menu of the control closes. The focus then goes to the same control of the next row, at the
 * end of the list of the row before, and without rows to the region or the heading of the list. A control that was busy
 * gets it again.
 *
 * It acts only while nothing has the focus and no other dialog or menu is open, and ends when the user moves.
 */
export function keepPlace(control: Element | null): () => void {
  // A question that follows another one keeps the place of the first.
  if (!(control instanceof HTMLElement) || control === document.body || control.closest('[role=alertdialog]'))
    return () => undefined;
  const follower = followerOf(control);
  const home = control.closest(OVERLAYS);
  const isElsewhere = (overlay: Element | null) => overlay !== null && overlay !== home;

  function check() {
    const active = document.activeElement ?? document.body;
    if (active !== document.body) {
      if (active !== control && !isElsewhere(active.closest(OVERLAYS))) end();
      return;
    }
    const open = [...document.querySelectorAll(OVERLAYS)].filter((one) => one.getAttribute('data-state') === 'open');
    if (open.some(isElsewhere)) return;
    const next = control?.isConnected ? (control as HTMLElement) : follower();
    if (next !== control && !next?.matches(`${CONTROLS}, [tabindex]`)) next?.setAttribute('tabindex', '-1');
    next?.focus(); // without effect while it is disabled
    if (next !== control) end();
  }

  return () => {
    end();
    let frame = 0;
    // After what closes has returned the focus.
    const later = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(check);
    };
    const observer = new MutationObserver(later);
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled', 'data-state'] });
    const onPointer = () => end();
    document.addEventListener('pointerdown', onPointer, true);
    end = () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      document.removeEventListener('pointerdown', onPointer, true);
    };
    later();
  };
}
