/** The code that draws, with Chart.js: one object, so that a test can replace what needs a canvas. */
export const drawing = { load: () => import('./usageDrawing.ts') };
