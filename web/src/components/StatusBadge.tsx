import { Badge, type BadgeProps } from '@chakra-ui/react';
import { Ban, CircleCheck, CircleDot, CircleX, Clock, Info, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export type StatusTone = 'danger' | 'void' | 'warning' | 'success' | 'info' | 'neutral';

const looks: Record<StatusTone, { palette: string; Icon: LucideIcon }> = {
  danger: { palette: 'red', Icon: CircleX },
  void: { palette: 'red', Icon: Ban },
  warning: { palette: 'orange', Icon: Clock },
  success: { palette: 'green', Icon: CircleCheck },
  info: { palette: 'blue', Icon: Info },
  neutral: { palette: 'gray', Icon: CircleDot },
};

/** A status as icon, word and colour: <StatusBadge tone="warning">{t('pending')}</StatusBadge>. Reads in grey print. */
export function StatusBadge({ tone, children, ...rest }: { tone: StatusTone; children: ReactNode } & BadgeProps) {
  const { palette, Icon } = looks[tone];
  return (
    <Badge colorPalette={palette} variant="subtle" size="md" gap="1" {...rest}>
      <Icon size={14} aria-hidden="true" />
      {children}
    </Badge>
  );
}
