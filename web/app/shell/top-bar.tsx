import { IconMenu2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { HelpButton } from '../../help/screen-help/help-button.tsx'
import { useSession } from '../../kit/api/session.ts'
import { clearHomeFilters } from '../../kit/browser/home-view.ts'
import { useBreadcrumbs } from '../../kit/pages/page.tsx'
import { lazyPart } from '../../kit/pages/part.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import type { Screen } from '../../kit/routing/screen.ts'
import { homeScreen } from '../../locations/screens.ts'
import { Logo } from '../../ui/icons/logo.tsx'
import { LazyBoundary } from '../../ui/overlays/lazy-boundary.tsx'
import { PlusMenu } from '../create-menu/plus-menu.tsx'
import { SCREENS } from '../routing/all-screens.ts'
import { SearchButton } from '../search/search-button.tsx'
import { LanguageMenu } from './language-menu.tsx'
import classes from './layout.module.css'

function Breadcrumbs({ screen }: { screen: Screen | undefined }) {
  const { t } = useTranslation()
  const own = useBreadcrumbs()
  if (!screen) return null
  const above = SCREENS.find(({ path }) => path === screen.parent)
  const names = own.length > 0 ? own : [t(`title.${screen.title}`)]
  return (
    <nav className={classes.breadcrumbs} aria-label={t('breadcrumb')}>
      <ol>
        {above && (
          <li>
            <ScreenLink to={linkTo(above)}>{t(`title.${above.title}`)}</ScreenLink>
          </li>
        )}
        {names.map((name, index) => (
          <li key={name} aria-current={index === names.length - 1 ? 'page' : undefined}>
            {name}
          </li>
        ))}
      </ol>
    </nav>
  )
}

const PlusSignedOut = lazyPart(() => import('../create-menu/plus-signed-out.tsx'))

interface Props {
  screen: Screen | undefined
  onMenu: () => void
  onSearch: () => void
}

export function TopBar({ screen, onMenu, onSearch }: Props) {
  const { t } = useTranslation()
  const { user } = useSession()
  return (
    <header className={classes.bar}>
      <ScreenLink
        to={linkTo(homeScreen)}
        className={classes.logo}
        aria-label={t('to_start')}
        onClick={clearHomeFilters}
      >
        <Logo />
        <span>Barnometer</span>
      </ScreenLink>
      <Breadcrumbs screen={screen} />
      <span className="bm-grow" />
      {user && <SearchButton onClick={onSearch} />}
      {user ? (
        <PlusMenu />
      ) : (
        <LazyBoundary waiting={<span className={classes.icon} />}>
          <PlusSignedOut />
        </LazyBoundary>
      )}
      {screen && <HelpButton className={classes.icon} />}
      <LanguageMenu />
      <button type="button" className={classes.icon} aria-label={t('menu')} onClick={onMenu}>
        <IconMenu2 size={24} stroke={2} />
      </button>
    </header>
  )
}
