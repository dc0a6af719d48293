import { IconButton, Text } from '@chakra-ui/react';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from './Card.tsx';
import { CardStart } from './cardStart.ts';

interface FoldableProps {
  title: string;
  isFolded: boolean;
  onFold: (isFolded: boolean) => void;
  /** A panel whose Card gets the button. */
  children: ReactNode;
}

/** A panel with a button that folds it. Folded it is its title: its content is not mounted, and so loads nothing. */
export function Foldable({ title, isFolded, onFold, children }: FoldableProps) {
  const { t } = useTranslation('panels');
  // The card of the other state has a button of its own, which takes the focus of the one that was pressed.
  const isPressed = useRef(false);
  const button = (
    <IconButton
      ref={(element) => {
        if (!element || !isPressed.current) return;
        isPressed.current = false;
        element.focus({ preventScroll: true });
      }}
      className="no-print"
      variant="ghost"
      size="2xs"
      ms="-1.5"
      _expanded={{ bg: 'transparent', _hover: { bg: 'colorPalette.subtle' } }}
      aria-label={t(isFolded ? 'unfold' : 'fold', { panel: title })}
      aria-expanded={!isFolded}
      onClick={() => {
        isPressed.current = true;
        onFold(!isFolded);
      }}
    >
      {isFolded ? <ChevronRight /> : <ChevronDown />}
    </IconButton>
  );
  return (
    <CardStart value={button}>
      {isFolded ? (
        <Card
          title={
            <>
              {title}
              {/* Paper shows that there is more than the title. */}
              <Text as="span" display="none" fontWeight="normal" _print={{ display: 'inline' }}>
                {t('notPrinted')}
              </Text>
            </>
          }
        >
          {null}
        </Card>
      ) : (
        children
      )}
    </CardStart>
  );
}
