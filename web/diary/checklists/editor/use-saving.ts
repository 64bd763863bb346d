import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailed } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { ask } from '../../../kit/api/api.ts'
import { refresh } from '../../../kit/api/query.ts'
import type { ChecklistDraft } from './draft.ts'

interface Options {
  /** Id of the list; null for a new one. */
  id: number | null
  copiedFrom: number | null
  onSaved: () => Promise<void>
}

/** Body of the call that saves a draft: the fields the server takes. */
const bodyOf = ({ items, ...draft }: ChecklistDraft) => ({
  ...draft,
  items: items.map(({ own: _, category: __, ...item }) => item),
})

/** Saves a list. Where somebody else was faster nothing is saved until it is said which of the two stays. */
export const useChecklistSaving = ({ id, copiedFrom, onSaved }: Options) => {
  const { t } = useTranslation('form')
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [overtaken, setOvertaken] = useState(false)
  const send = (draft: ChecklistDraft, version: number | undefined) => {
    const body = bodyOf(draft)
    if (id === null) return ask(api.createChecklist, { body: { ...body, copied_from: copiedFrom } })
    return ask(api.updateChecklist, { params: { id }, body: { ...body, version } })
  }
  const attempt = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setFailure(null)
    try {
      await work()
      setOvertaken(false)
      await refresh(client, [api.listChecklists])
      await onSaved()
    } catch (thrown) {
      if (!(thrown instanceof CallFailed)) throw thrown
      if (thrown.code === 'changed_meanwhile') return setOvertaken(true)
      setFailure(thrown.message || t('no_answer'))
    } finally {
      setBusy(false)
    }
  }
  return {
    busy,
    failure,
    overtaken,
    back: () => setOvertaken(false),
    save: (draft: ChecklistDraft, version: number) => attempt(() => send(draft, version)),
    /** Over what somebody else saved since. */
    saveOver: (draft: ChecklistDraft) => attempt(() => send(draft, undefined)),
  }
}
