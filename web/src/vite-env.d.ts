/// <reference types="vite/client" />

/** The texts of the queries that the client sends for its first page (early-queries.ts). */
declare module 'virtual:early-queries' {
  export const queries: Readonly<Record<'Viewer' | 'DashboardPage' | 'PatientsPage' | 'PatientPage', string>>;
}

declare module 'virtual:texts/*' {
  import type { ResourceLanguage } from 'i18next';
  export const texts: ResourceLanguage;
}
