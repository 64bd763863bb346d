import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { install, mayAskByItself, noteInstallOffered, useInstallWay } from '../../kit/browser/install.ts'
import { FloatingCard } from '../../ui/overlays/floating-card.tsx'
import { InstallDialog } from '../../ui/overlays/install-dialog.tsx'

/** Offers to put the product on the home screen, at most twice; where only a hand can do it, says how. */
export default function InstallPrompt() {
  const { t } = useTranslation()
  const way = useInstallWay()
  const [asking, setAsking] = useState(() => mayAskByItself(Date.now()))
  const [explaining, setExplaining] = useState(false)
  const visible = asking && (way === 'ask' || way === 'apple')
  useEffect(() => {
    if (visible) noteInstallOffered(Date.now())
  }, [visible])
  if (explaining) return <InstallDialog apple onClose={() => setExplaining(false)} />
  if (!visible) return null
  const onAction = () => {
    setAsking(false)
    if (way === 'ask') void install()
    else setExplaining(true)
  }
  return (
    <FloatingCard
      text={t('install.question')}
      action={t(way === 'ask' ? 'install.add' : 'install.how')}
      later={t('install.later')}
      onAction={onAction}
      onLater={() => setAsking(false)}
    />
  )
}
