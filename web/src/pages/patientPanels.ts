/** The panels below the summary of a patient, in the order of the page. A feature adds its name here. */
const PANELS = ['devices', 'usage', 'compliance', 'settings', 'communication', 'calls', 'icode'] as const;

export type PatientPanel = (typeof PANELS)[number];

const isPanel = (name: string): name is PatientPanel => PANELS.some((panel) => panel === name);
const isNarrow = (panel: PatientPanel) => panel === 'devices' || panel === 'compliance';

/** Whether the panel shows the selected device. */
export const isOfDevice = (panel: PatientPanel): boolean => !isNarrow(panel) && panel !== 'usage';

/**
 * Returns all panels in the order that the user has kept. Names of panels that are no more are ignored, and a panel that
 * is newer than the kept order follows the one that it follows without an order.
 */
export function panelsInOrder(kept: readonly string[]): PatientPanel[] {
  const order = [...new Set(kept)].filter(isPanel);
  PANELS.forEach((panel, n) => {
    if (!order.includes(panel)) order.splice(n === 0 ? 0 : order.indexOf(PANELS[n - 1]!) + 1, 0, panel);
  });
  return order;
}

interface Place {
  gridRow: string;
  gridColumn: string;
}

/**
 * Returns where each panel is on a wide screen. Narrow panels that directly precede or follow the usage are in the first
 * column, next to it; each other panel has a row of its own. `rows`: the template, in which the last row next to the usage
 * takes the height that is left.
 */
export function panelPlaces(order: readonly PatientPanel[]): { places: Map<PatientPanel, Place>; rows: string } {
  const usage = order.indexOf('usage');
  let [first, last] = [usage, usage];
  while (first > 0 && isNarrow(order[first - 1]!)) first -= 1;
  while (last < order.length - 1 && isNarrow(order[last + 1]!)) last += 1;
  const next = last - first;
  const places = new Map<PatientPanel, Place>();
  let row = 1;
  order.forEach((panel, n) => {
    const isNext = next > 0 && n >= first && n <= last;
    if (isNext && panel === 'usage') places.set(panel, { gridRow: `${first + 1} / span ${next}`, gridColumn: '2' });
    else places.set(panel, { gridRow: `${row++}`, gridColumn: isNext ? '1' : '1 / -1' });
  });
  return { places, rows: next > 0 ? `repeat(${first + next - 1}, auto) 1fr` : 'none' };
}
