import { IconShieldCheck, IconShieldLock } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../kit/api/session.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { StatusWord } from '../../ui/status/status-word.tsx'
import { useOpened } from '../reauthentication/opened.ts'
import { Reauthenticated } from '../reauthentication/reauthenticated.tsx'
import { ButtonRow } from './profile-row.tsx'

const TurnOn = lazyPart(() => import('./one-time-on.tsx'))
const TurnOff = lazyPart(() => import('./one-time-off.tsx'))

/** Row to turn on and off that sign-in asks for a one-time code too. */
export function OneTimeRow({ onDone }: { onDone: (sentence: string) => void }) {
  const { t } = useTranslation('users')
  const { one_time_codes: on } = useUser()
  // State when the dialog opened: turning it on shows the backup codes afterwards.
  const [isOpened] = useOpened('one_time')
  const [open, setOpen] = useState<'on' | 'off' | null>(isOpened ? (on ? 'off' : 'on') : null)
  const close = (sentence?: string) => {
    setOpen(null)
    if (sentence) onDone(sentence)
  }
  return (
    <>
      <ButtonRow
        icon={on ? IconShieldCheck : IconShieldLock}
        name={t('one_time.name')}
        value={t(on ? 'one_time.is_on' : 'one_time.is_off')}
        end={on ? <StatusWord status="good" word={t('one_time.on')} /> : undefined}
        onClick={() => setOpen(on ? 'off' : 'on')}
      />
      <Suspense>
        {open && (
          <Reauthenticated opened="one_time" onClose={() => close()}>
            {open === 'on' ? <TurnOn onClose={close} /> : <TurnOff onClose={close} />}
          </Reauthenticated>
        )}
      </Suspense>
    </>
  )
}
