import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { cloneElement } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsDesktop } from '../../kit/browser/is-desktop.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { LazyOverlay } from '../../ui/overlays/lazy-overlay.tsx'
import { MenuButton } from '../../ui/overlays/menu-button.tsx'
import classes from '../shell/layout.module.css'

const PlusList = lazyPart(() => import('./plus-list.tsx'))
const PlusSheet = lazyPart(() => import('./plus-sheet.tsx'))

export function PlusMenu() {
  const { t } = useTranslation()
  const isDesktop = useIsDesktop()
  const [opened, sheet] = useDisclosure(false)
  const button = (
    <button type="button" className={classes.icon} aria-label={t('plus.open')}>
      <IconPlus size={24} stroke={2} />
    </button>
  )
  if (isDesktop) return <MenuButton target={button} menu={target => <PlusList target={target} />} />
  return (
    <>
      {cloneElement(button, { onClick: sheet.open })}
      <LazyOverlay when={opened} onFailed={sheet.close}>
        {there => <PlusSheet opened={there} onClose={sheet.close} />}
      </LazyOverlay>
    </>
  )
}
