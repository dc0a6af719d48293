import { IconButton } from '@chakra-ui/react';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Tooltip } from './Tooltip.tsx';

/** Copies `value` and confirms it for 5000 ms (document 001, section 4). `label` names the value: "Copy ICCID". */
export function CopyButton({ value, label }: { value: string; label: string }) {
  const { t } = useTranslation('components');
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), 5000);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <Tooltip content={copied ? t('copied') : label}>
      <IconButton
        size="2xs"
        variant="ghost"
        aria-label={copied ? t('copied') : label}
        onClick={() => void navigator.clipboard.writeText(value).then(() => setCopied(true))}
      >
        {copied ? <Check /> : <Copy />}
      </IconButton>
    </Tooltip>
  );
}
