import { Box, Flex, IconButton, Skeleton, SkipNavContent, SkipNavLink } from '@chakra-ui/react';
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { ConnectionBanner } from '../components/ConnectionBanner.tsx';
import { Tooltip } from '../components/Tooltip.tsx';
import { withPageTexts } from '../lib/i18n.ts';
import { remember, remembered } from '../lib/storage.ts';
import { useLoaded, usePart } from '../lib/useLoaded.ts';
import { useViewer } from '../lib/viewer.ts';
import { Navigation } from './Navigation.tsx';
import { TopBar } from './TopBar.tsx';

const key = 'rail-collapsed';
const ActingBanner = lazy(async () => ({
  default: (await import('../features/organizations/ActingBanner.tsx')).ActingBanner,
}));
/** For the next page: its code alone is fetched then. */
const loadTexts = withPageTexts(() => Promise.resolve(true));
const loadDrawer = () => import('./NavigationDrawer.tsx');

/** The frame of the product: navigation on the left (240 or 64 px, a drawer on a phone), top bar and page. */
export function Shell() {
  const { t } = useTranslation('shell');
  const { actingOrganization } = useViewer();
  const [collapsed, setCollapsed] = useState(() => remembered(key, false));
  const [drawerOpen, setDrawerOpen] = useState(false);
  const drawer = usePart(loadDrawer, drawerOpen);
  useLoaded(loadTexts, false);

  const toggle = () => {
    setCollapsed(!collapsed);
    remember(key, !collapsed);
  };
  const toggleLabel = t(collapsed ? 'expand' : 'collapse');

  return (
    <>
      <SkipNavLink zIndex="skipNav">{t('skip')}</SkipNavLink>
      <Flex minH="100dvh" _print={{ display: 'block' }}>
        <Flex
          as="aside"
          hideBelow="md"
          className="no-print"
          direction="column"
          width={collapsed ? '64px' : '240px'}
          flexShrink="0"
          position="sticky"
          top="0"
          h="100dvh"
          bg="bg.panel"
          borderEndWidth="1px"
          p="3"
        >
          {/* The entries scroll, and the control below them stays in sight. */}
          <Box flex="1" minH="0" overflowY="auto" m="-1" p="1">
            <Navigation collapsed={collapsed} />
          </Box>
          <Tooltip content={toggleLabel}>
            <IconButton
              mt="2"
              flexShrink="0"
              alignSelf={collapsed ? 'center' : 'flex-end'}
              variant="ghost"
              size="sm"
              aria-label={toggleLabel}
              aria-expanded={!collapsed}
              onClick={toggle}
            >
              {collapsed ? <PanelLeftOpen /> : <PanelLeftClose />}
            </IconButton>
          </Tooltip>
        </Flex>

        {drawer ? <drawer.NavigationDrawer open={drawerOpen} onOpenChange={setDrawerOpen} /> : null}

        <Box flex="1" minW="0">
          <TopBar onOpenNavigation={() => setDrawerOpen(true)} />
          <Box className="no-print" position="sticky" top="56px" zIndex="docked">
            {actingOrganization ? (
              <Suspense fallback={null}>
                <ActingBanner name={actingOrganization.name} />
              </Suspense>
            ) : null}
            <ConnectionBanner />
          </Box>
          <SkipNavContent />
          <Box as="main" maxW="1440px" mx="auto" p={{ base: '4', md: '6' }} _print={{ padding: '0' }}>
            <Suspense fallback={<Skeleton height="8" width="40%" />}>
              <Outlet />
            </Suspense>
          </Box>
        </Box>
      </Flex>
    </>
  );
}
