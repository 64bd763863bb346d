import { useTranslation } from 'react-i18next'
import type { Account } from '#shared/contract/accounts/people.ts'
import type { Status } from '../ui/status/status.ts'
import { StatusWord } from '../ui/status/status-word.tsx'

const STATUS: Record<Account['state'], Status> = { active: 'good', unconfirmed: 'pending', suspended: 'attention' }

export function AccountState({ state }: Pick<Account, 'state'>) {
  const { t } = useTranslation('people')
  return <StatusWord status={STATUS[state]} word={t(`state.${state}`)} />
}
