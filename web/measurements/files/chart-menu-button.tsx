import { useDisclosure } from '@mantine/hooks'
import { IconDotsVertical, IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../kit/pages/part.ts'
import { useChangeSearch, useScreenSearch } from '../../kit/routing/link.tsx'
import { LazyOverlay } from '../../ui/overlays/lazy-overlay.tsx'
import { MenuButton } from '../../ui/overlays/menu-button.tsx'
import data from '../page/data.module.css'
import type { Subject } from '../page/subject.ts'
import { dataScreen } from '../screens.ts'
import classes from './files.module.css'
import type { ChartsPage } from './page-menu.tsx'
import type { Charted } from './use-chart-files.ts'

const ChartMenu = lazyPart(() => import('./chart-menu.tsx'))
const AddToBoard = lazyPart(() => import('../add-to-board/add-to-board.tsx'))
const PageMenu = lazyPart(() => import('./page-menu.tsx'))

/** Button of the menu in the head of a chart. */
export function ChartMenuButton({ name, subject, ...charted }: Charted & { name: string; subject: Subject }) {
  const { t } = useTranslation('measurements')
  const [adding, board] = useDisclosure()
  const { full } = useScreenSearch(dataScreen)
  const change = useChangeSearch(dataScreen)
  // A step of its own: back leaves the full screen.
  const onFull = () => void change({ full: charted.charts[0]?.id }, false, 'full')
  const button = (
    <button type="button" className={classes.menu} aria-label={t('files.menu', { name })}>
      <IconDotsVertical size={18} stroke={1.8} />
    </button>
  )
  return (
    <>
      <MenuButton
        target={button}
        menu={target => (
          <ChartMenu target={target} {...charted} onAddToBoard={board.open} onFull={full ? undefined : onFull} />
        )}
      />
      <LazyOverlay when={adding} onFailed={board.close}>
        {opened => opened && <AddToBoard {...{ subject }} charts={charted.charts} onClose={board.close} />}
      </LazyOverlay>
    </>
  )
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
