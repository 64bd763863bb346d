import { useDisclosure } from '@mantine/hooks'
import { IconBookmark } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../kit/pages/part.ts'
import { LazyOverlay } from '../../ui/overlays/lazy-overlay.tsx'
import classes from '../dashboard/dashboard.module.css'
import type { SavedOf } from './saved-search.ts'

const SavedDialog = lazyPart(() => import('./saved-dialog.tsx'))

/** Button of the selections that were saved under a name. */
export function SavedButton(saved: SavedOf) {
  const { t } = useTranslation('statistics')
  const [opened, { open, close }] = useDisclosure()
  return (
    <>
      <button
        type="button"
        className={classes.pill}
        data-icon
        aria-haspopup="dialog"
        aria-label={t('saved.title')}
        title={t('saved.title')}
        onClick={open}
      >
        <IconBookmark size={18} stroke={1.9} aria-hidden="true" />
      </button>
      <LazyOverlay when={opened} onFailed={close}>
        {isOpen => <SavedDialog opened={isOpen} {...saved} onClose={close} />}
      </LazyOverlay>
    </>
  )
}
