import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../shared/contract/index.ts'
import { ask } from '../kit/api.ts'
import type { Status } from '../ui/status.ts'

interface Search {
  msg?: string
  email?: string
  token?: string
}

const KNOWN = ['email_verified', 'email_verification_sent', 'signed_out', 'password_changed', 'account_deleted']

export interface Verification {
  note: { status: Status; key: string } | null
  /** The address the token of the link belongs to. */
  email: string | undefined
  /** An address that still waits for its confirmation. */
  unverified: string | undefined
  needed: (email: string) => void
}

/** Confirms the address when somebody comes by the mailed link, and says how that went. */
export const useVerification = ({ msg, email, token }: Search): Verification => {
  const [unverified, setUnverified] = useState<string>()
  const check = useQuery({
    queryKey: ['verify', token],
    queryFn: () => ask(api.verifyEmail, { body: { token: token ?? '' } }),
    enabled: Boolean(token),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const note = (): Verification['note'] => {
    if (check.isSuccess) return { status: 'good', key: 'msg.email_verified' }
    if (check.isError) return { status: 'attention', key: 'msg.link_not_valid' }
    if (token) return { status: 'pending', key: 'msg.verifying' }
    return msg && KNOWN.includes(msg) ? { status: 'good', key: `msg.${msg}` } : null
  }
  return {
    note: note(),
    email: check.data?.email,
    unverified: unverified ?? (check.isError ? email : undefined),
    needed: setUnverified,
  }
}
