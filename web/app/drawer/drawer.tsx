import { Drawer, useMantineColorScheme, VisuallyHidden } from '@mantine/core'
import { IconDeviceMobile, IconLogout, IconMoon, IconSun, IconUser } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PRODUCT_VERSION } from '#shared/contract/fixed.ts'
import { useSession } from '../../kit/api/session.ts'
import { useIsDesktop } from '../../kit/browser/is-desktop.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { useViewer } from '../../kit/routing/viewer.ts'
import { Segments } from '../../ui/forms/segments.tsx'
import { profileScreen } from '../../users/screens.ts'
import { LoadDemo } from '../shell/demo.tsx'
import { useAddresses } from './addresses.ts'
import { DemoModeSwitch } from './demo-mode-switch.tsx'
import classes from './drawer.module.css'
import { drawerFor } from './drawer-entries.ts'
import { DrawerHead } from './drawer-head.tsx'
import { DrawerItem } from './drawer-item.tsx'
import { LogOut } from './log-out.tsx'

const SCHEMES = [
  { value: 'light', icon: IconSun },
  { value: 'dark', icon: IconMoon },
  { value: 'auto', icon: IconDeviceMobile },
] as const

function SchemeSwitch() {
  const { t } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Segments
      aria-label={t('scheme.label')}
      value={colorScheme}
      onChange={setColorScheme}
      data={SCHEMES.map(({ value, icon: SchemeIcon }) => ({
        value,
        label: (
          <>
            <SchemeIcon size={20} stroke={1.8} style={{ display: 'block' }} />
            <VisuallyHidden>{t(`scheme.${value}`)}</VisuallyHidden>
          </>
        ),
      }))}
    />
  )
}

interface Props {
  opened: boolean
  onClose: () => void
  onKeys: () => void
}

function Entries({ onClose, onKeys }: Omit<Props, 'opened'>) {
  const { t } = useTranslation()
  const viewer = useViewer()
  const addresses = useAddresses(useLocation().pathname)
  return drawerFor(viewer, addresses, useIsDesktop()).map(({ heading, entries }) => (
    <section key={entries[0]?.label}>
      {heading && <h2>{t(heading)}</h2>}
      {entries.map(entry => (
        <DrawerItem key={entry.label} entry={entry} addresses={addresses} onClose={onClose} onKeys={onKeys} />
      ))}
    </section>
  ))
}

function Foot({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { user } = useSession()
  return (
    <footer className={classes.foot}>
      {user && (
        <ScreenLink to={linkTo(profileScreen)} className={classes.item} onClick={onClose}>
          <IconUser size={22} stroke={1.8} />
          {t('title.profile')}
        </ScreenLink>
      )}
      {user ? (
        <LogOut className={classes.item}>
          <IconLogout size={22} stroke={1.8} />
          {t('drawer.log_out')}
        </LogOut>
      ) : (
        <span className="bm-grow" />
      )}
      <SchemeSwitch />
    </footer>
  )
}

export default function SideDrawer({ opened, onClose, onKeys }: Props) {
  const { t } = useTranslation()
  const isDesktop = useIsDesktop()
  const { user } = useSession()
  return (
    <Drawer.Root position="right" opened={opened} onClose={onClose} size={isDesktop ? 360 : 318}>
      <Drawer.Overlay />
      <Drawer.Content aria-label={t('menu')}>
        <Drawer.Body className={classes.body}>
          <DrawerHead onClose={onClose} />
          <nav className={classes.scroll} aria-label={t('menu')}>
            <Entries onClose={onClose} onKeys={onKeys} />
            {user?.admin && (
              <section>
                <h2>{t('drawer.admin')}</h2>
                <LoadDemo className={classes.item} onDone={onClose} />
                <DemoModeSwitch />
              </section>
            )}
            <p className={classes.version}>v{PRODUCT_VERSION}</p>
          </nav>
          <Foot onClose={onClose} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
