import { useTranslation } from 'react-i18next';

const width = 64;
const height = 9;
const color = (name: string) => `var(--chakra-colors-${name})`;

/** Compliant days of the period as a bar. An SVG, because browsers print its fills but omit backgrounds. */
export function ComplianceBar({ days, period }: { days: number; period: number }) {
  const { t } = useTranslation('icode-reports');
  const share = Math.min(1, Math.max(0, period > 0 ? days / period : 0));
  return (
    <svg
      role="img"
      aria-label={t('print.bar', { days, period })}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
    >
      <rect x="0.5" y="0.5" width={width - 1} height={height - 1} fill={color('bg-panel')} stroke={color('fg-muted')} />
      <rect x="0.5" y="0.5" width={(width - 1) * share} height={height - 1} fill={color('teal-solid')} />
    </svg>
  );
}
