import { IconDeviceMobilePlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { install, useInstallWay } from '../../kit/browser/install.ts'
import { InstallDialog } from '../../ui/overlays/install-dialog.tsx'
import { StatusWord } from '../../ui/status/status-word.tsx'
import { ButtonRow } from './profile-row.tsx'

/** The way to the home screen that stays, however often its prompt was put off. */
export function InstallRow() {
  const { t } = useTranslation(['users', 'ui'])
  const way = useInstallWay()
  const [explaining, setExplaining] = useState(false)
  return (
    <>
      <ButtonRow
        icon={IconDeviceMobilePlus}
        name={t('profile.install')}
        value={t(way === null ? 'profile.install_done_text' : 'profile.install_text')}
        end={way === null ? <StatusWord status="good" word={t('profile.install_done')} /> : undefined}
        onClick={() => (way === 'ask' ? void install() : setExplaining(true))}
      />
      {explaining && <InstallDialog apple={way === 'apple'} onClose={() => setExplaining(false)} />}
    </>
  )
}
