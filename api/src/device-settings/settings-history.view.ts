import type { Locale } from '../shared/messages.ts';
import { SETTINGS, type SettingsGroup } from './settings-catalog.rules.ts';
import { rowIdOf, type HistoryRecord } from './settings-history.service.ts';
import {
  labelOf,
  shownSettings,
  sourceDisplayOf,
  statusLabelOf,
  statusKey,
  titleOf,
  toneOf,
  type Tone,
} from './settings-record.texts.ts';

/** A column of the history. */
export interface HistoryLabel {
  name: string;
  label: string;
  group: SettingsGroup;
  unit: string | null;
}

/** Returns the columns for these settings, in the order of the catalog. */
export function historyLabels(names: readonly string[], locale: Locale): HistoryLabel[] {
  return SETTINGS.filter(({ name }) => names.includes(name)).map((setting) => ({
    name: setting.name,
    label: labelOf(setting.name, locale),
    group: setting.group,
    unit: 'unit' in setting ? setting.unit : null,
  }));
}

/** Returns a row as shown in the viewer's language. */
export function historyRow(row: HistoryRecord, locale: Locale) {
  const { record, diffFromPrevious } = row;
  return {
    id: rowIdOf(row),
    collected: record.collected,
    title: titleOf(record, locale),
    status: statusKey(record),
    statusLabel: statusLabelOf(record, locale),
    sourceDisplay: sourceDisplayOf(record, locale),
    submittedBy: record.submittedBy,
    submittedAt: record.submittedAt,
    dismissedBy: record.dismissedBy,
    dismissedAt: record.dismissedAt,
    tone: toneOf(record) satisfies Tone,
    values: shownSettings(record.values, 'all', locale).map(({ name, value }) => ({
      name,
      value: String(value),
      changed: diffFromPrevious.includes(name),
    })),
    diffFromPrevious,
  };
}
