import { IconShare2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../kit/pages/part.ts'
import { MenuButton } from '../../ui/overlays/menu-button.tsx'
import classes from './dashboard.module.css'
import type { Contents } from './dashboard-page.tsx'

const ShareMenu = lazyPart(() => import('./share-menu.tsx'))

interface Props {
  below: string
  contents: Contents
}

/** Button of what can be done with the whole selection: its link, and all of it on paper. */
export function ShareMenuButton(props: Props) {
  const { t } = useTranslation('statistics')
  const button = (
    <button type="button" className={classes.pill} data-icon aria-label={t('share.title')} title={t('share.title')}>
      <IconShare2 size={18} stroke={1.9} aria-hidden="true" />
    </button>
  )
  return <MenuButton target={button} menu={target => <ShareMenu target={target} {...props} />} />
}
