/** What every page of a signed-in user needs, and the first of these pages: one file of code (chunks.ts). */
export { DashboardPage } from '../pages/DashboardPage.tsx';
export { DataProvider } from './DataProvider.tsx';
export { SessionGate } from './SessionGate.tsx';
export { Shell } from './Shell.tsx';
