import { IconDotsVertical, IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../kit/pages/part.ts'
import { MenuButton } from '../../ui/overlays/menu-button.tsx'
import data from '../page/data.module.css'
import classes from './files.module.css'
import type { ChartsPage } from './page-menu.tsx'
import type { Charted } from './use-chart-files.ts'

const ChartMenu = lazyPart(() => import('./chart-menu.tsx'))
const PageMenu = lazyPart(() => import('./page-menu.tsx'))

/** Button of the menu in the head of a chart. */
export function ChartMenuButton({ name, ...charted }: Charted & { name: string }) {
  const { t } = useTranslation('measurements')
  const button = (
    <button type="button" className={classes.menu} aria-label={t('files.menu', { name })}>
      <IconDotsVertical size={18} stroke={1.8} />
    </button>
  )
  return <MenuButton target={button} menu={target => <ChartMenu target={target} {...charted} />} />
}

/** Among the tools of the page. */
export function PageMenuButton(page: ChartsPage) {
  const { t } = useTranslation('measurements')
  const button = (
    <button type="button" className={data.toggle}>
      <IconDownload size={18} stroke={1.8} />
      {t('files.page')}
    </button>
  )
  return <MenuButton target={button} menu={target => <PageMenu target={target} {...page} />} />
}
