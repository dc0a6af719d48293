import { Badge, type BadgeProps } from '@chakra-ui/react';
import { Ban, Circle, CircleCheck, CircleDot, CircleX, Clock, Info, type LucideIcon } from 'lucide-react';
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

/**
 * A status as icon, word and color: <StatusBadge tone="warning">{t('pending')}</StatusBadge>. Reads in gray print.
 * `icon` replaces the icon of the tone; `dot` is a filled circle.
 */
export function StatusBadge({
  tone,
  icon,
  children,
  ...rest
}: { tone: StatusTone; icon?: LucideIcon | 'dot'; children: ReactNode } & BadgeProps) {
  const { palette, Icon } = looks[tone];
  const Shown = icon === 'dot' ? Circle : (icon ?? Icon);
  const size = icon === 'dot' ? 8 : 14;
  return (
    <Badge colorPalette={palette} variant="subtle" size="md" fontSize="dense" gap="1" {...rest}>
      <Shown
        size={size}
        fill={icon === 'dot' ? 'currentColor' : 'none'}
        style={{ width: size, flexShrink: 0 }}
        aria-hidden="true"
      />
      {children}
    </Badge>
  );
}
