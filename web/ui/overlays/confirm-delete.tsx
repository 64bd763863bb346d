import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { IdParams } from '#shared/contract/common.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { useApiMutation } from '../../kit/api/query.ts'
import { Confirm } from './confirm.tsx'

interface Props {
  /** Call that deletes one thing by its id. */
  endpoint: Endpoint & { params: typeof IdParams }
  id: number
  /** Calls to read again afterwards. */
  refresh: readonly Endpoint[]
  title: string
  action: string
  children: ReactNode
  onDone: () => void
  onClose: () => void
}

/** Asks before one thing is deleted, deletes it, and says what failed. */
export function ConfirmDelete({ endpoint, id, refresh, onDone, ...asked }: Props) {
  const { t } = useTranslation('form')
  const deletion = useApiMutation(endpoint, { refresh })
  return (
    <Confirm
      opened
      busy={deletion.isPending}
      failure={deletion.isError ? deletion.error.message || t('no_answer') : null}
      onConfirm={() => deletion.mutate({ params: { id } }, { onSuccess: onDone })}
      {...asked}
    />
  )
}
