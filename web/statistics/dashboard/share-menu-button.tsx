import { IconShare2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../kit/pages/part.ts'
import { MenuButton } from '../../ui/overlays/menu-button.tsx'
import type { NumberTable } from '../numbers/number-table.ts'
import type { CardContent } from './card-content.ts'
import classes from './dashboard.module.css'

const ShareMenu = lazyPart(() => import('./share-menu.tsx'))

export interface SharedCards {
  below: string
  /** Cards with a picture, and tables of those that have none; without rows they are not printed. */
  pictures: readonly (CardContent | null)[]
  tables: readonly NumberTable[]
}

/** Button of what can be done with the whole selection: its link, and all of it on paper. */
export function ShareMenuButton(props: SharedCards) {
  const { t } = useTranslation('statistics')
  const button = (
    <button type="button" className={classes.pill} data-icon aria-label={t('share.title')} title={t('share.title')}>
      <IconShare2 size={18} stroke={1.9} aria-hidden="true" />
    </button>
  )
  return <MenuButton target={button} menu={target => <ShareMenu target={target} {...props} />} />
}
