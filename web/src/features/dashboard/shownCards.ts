import type { DashboardCardKind } from '../../gql/schema.ts';

/** The cards of the home page. What is a reason to follow up has none: the follow-ups lead the page. */
export type CardKind = Exclude<DashboardCardKind, 'SETTINGS_FAILED' | 'SILENT' | 'COMPLIANCE_AT_RISK'>;

/** Whether the home page shows a card. */
export const isShown = <Card extends { kind: DashboardCardKind }>(card: Card): card is Card & { kind: CardKind } =>
  card.kind !== 'SETTINGS_FAILED' && card.kind !== 'SILENT' && card.kind !== 'COMPLIANCE_AT_RISK';
