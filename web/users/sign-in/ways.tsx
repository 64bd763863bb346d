import { Button } from '@mantine/core'
import { IconFingerprint, IconLogin2 } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailed } from '#shared/contract/call.ts'
import { Note } from '../../ui/feedback/note.tsx'

interface Way {
  label: string
  variant: 'filled' | 'default'
  go: () => Promise<void>
}

interface Props {
  /** `notUsed` is said when the window of the browser ends without a passkey. */
  passkey: (Way & { notUsed: string }) | null
  provider: Way | null
}

/** Buttons of the ways to show who one is without a password, and what is said of one that failed. */
export function Ways({ passkey, provider }: Props) {
  const { t } = useTranslation('form')
  const [busy, setBusy] = useState<'passkey' | 'provider' | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const go = async (way: 'passkey' | 'provider', work: () => Promise<void>) => {
    setBusy(way)
    setFailure(null)
    try {
      await work()
    } catch (thrown) {
      // Closing the window of the browser is a change of mind, no fault to tell of.
      const said = thrown instanceof CallFailed ? thrown.message : way === 'passkey' && passkey?.notUsed
      setFailure(said || t('no_answer'))
      setBusy(null)
    }
  }
  return (
    <>
      {passkey && (
        <Button
          variant={passkey.variant}
          fullWidth
          leftSection={<IconFingerprint size={20} stroke={1.8} />}
          loading={busy === 'passkey'}
          disabled={busy === 'provider'}
          onClick={() => void go('passkey', passkey.go)}
        >
          {passkey.label}
        </Button>
      )}
      {provider && (
        <Button
          variant={provider.variant}
          fullWidth
          leftSection={<IconLogin2 size={20} stroke={1.8} />}
          loading={busy === 'provider'}
          disabled={busy === 'passkey'}
          onClick={() => void go('provider', provider.go)}
        >
          {provider.label}
        </Button>
      )}
      {failure && <Note status="act_now">{failure}</Note>}
    </>
  )
}
