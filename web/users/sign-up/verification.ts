import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailed } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { ask } from '../../kit/api/api.ts'
import { linkTo, type SearchOf } from '../../kit/routing/address.ts'
import { useGo } from '../../kit/routing/link.tsx'
import type { Status } from '../../ui/status/status.ts'
import { signInScreen } from '../screens.ts'

const KNOWN = [
  'email_verified',
  'email_verification_sent',
  'signed_out',
  'password_changed',
  'account_deleted',
] as const

export interface Verification {
  note: { status: Status; text: string } | null
  /** An address that still waits for its confirmation. */
  unverified: string | undefined
  needed: (email: string) => void
}

const isOver = (failure: unknown): boolean => failure instanceof CallFailed && failure.code === 'invalid_code'

/** Confirms the address when somebody comes by the mailed link, and says how that went. */
export const useVerification = ({ msg, email, token }: SearchOf<typeof signInScreen>): Verification => {
  const { t } = useTranslation(['users', 'form'])
  const go = useGo()
  const [unverified, setUnverified] = useState<string>()
  const { error } = useQuery({
    queryKey: ['verify', token],
    queryFn: async () => {
      const { message, email } = await ask(api.verifyEmail, { body: { token: token ?? '' } })
      // The link works once: whoever loads the page again is not to be told that it does not.
      await go(linkTo(signInScreen, { search: { msg: message, email } }), { replace: true })
      return message
    },
    enabled: Boolean(token),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const note = (): Verification['note'] => {
    if (isOver(error)) return { status: 'attention', text: t('msg.link_not_valid') }
    if (error) return { status: 'act_now', text: error.message || t('form:no_answer') }
    if (token) return { status: 'pending', text: t('msg.verifying') }
    const known = KNOWN.find(one => one === msg)
    return known ? { status: 'good', text: t(`msg.${known}`) } : null
  }
  return { note: note(), unverified: unverified ?? (isOver(error) ? email : undefined), needed: setUnverified }
}
