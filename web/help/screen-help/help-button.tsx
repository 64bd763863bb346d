import { IconHelp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { openHelp } from './opened.ts'

/** The "?" of every screen: in the top bar, and in the head of a screen that has none. */
export function HelpButton({ className }: { className?: string | undefined }) {
  const { t } = useTranslation()
  return (
    <button type="button" className={className} aria-label={t('help')} aria-keyshortcuts="H" onClick={openHelp}>
      <IconHelp size={24} stroke={2} />
    </button>
  )
}
