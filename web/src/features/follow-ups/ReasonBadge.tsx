import { CircleX, FileDigit, Moon, WifiOff, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { StatusBadge, type StatusTone } from '../../components/StatusBadge.tsx';
import type { FollowUpReason } from '../../gql/schema.ts';

const looks: Record<FollowUpReason, { tone: StatusTone; Icon: LucideIcon }> = {
  NIGHTS_NEEDED: { tone: 'warning', Icon: Moon },
  ICODE_CALL: { tone: 'info', Icon: FileDigit },
  SILENT: { tone: 'warning', Icon: WifiOff },
  SETTINGS_FAILED: { tone: 'danger', Icon: CircleX },
};

/** The reason of a follow-up as icon, word and color. */
export function ReasonBadge({ reason }: { reason: FollowUpReason }) {
  const { t } = useTranslation('follow-ups');
  const { tone, Icon } = looks[reason];
  return (
    <StatusBadge tone={tone} icon={Icon}>
      {t(`reasons.${reason}`)}
    </StatusBadge>
  );
}
