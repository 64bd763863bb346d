import { IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { currentLanguage, OWN_NAME } from '../../kit/language/language.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { Flag } from '../../ui/icons/flag.tsx'
import { MenuButton } from '../../ui/overlays/menu-button.tsx'
import classes from './layout.module.css'

const LanguageList = lazyPart(() => import('../drawer/language-list.tsx'))

export function LanguageMenu() {
  const { t, i18n } = useTranslation()
  const current = currentLanguage(i18n)
  const button = (
    <button type="button" className={classes.icon} aria-label={t('language', { name: OWN_NAME[current] })}>
      <Flag language={current} />
      <IconChevronDown size={14} stroke={2.2} />
    </button>
  )
  return <MenuButton target={button} menu={target => <LanguageList target={target} />} />
}
