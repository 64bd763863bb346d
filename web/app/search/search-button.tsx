import { Kbd } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useIsDesktop } from '../../kit/browser/is-desktop.ts'
import classes from '../shell/layout.module.css'

/** Looks like a field on a desktop, is an icon on the phone; either opens the search. */
export function SearchButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation()
  if (!useIsDesktop())
    return (
      <button type="button" className={classes.icon} aria-label={t('search.title')} onClick={onClick}>
        <IconSearch size={23} stroke={2} />
      </button>
    )
  return (
    <button type="button" className={classes.search} aria-keyshortcuts="Control+K" onClick={onClick}>
      <IconSearch size={19} stroke={2} />
      {t('search.placeholder')}
      <Kbd aria-hidden="true">{t('search.keys')}</Kbd>
    </button>
  )
}
