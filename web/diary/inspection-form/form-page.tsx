import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../kit/api/query.ts'
import { useUser } from '../../kit/api/session.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { PageLoading } from '../../ui/feedback/page-loading.tsx'
import { dropDraft } from '../outbox/outbox-store.ts'
import { checklistsRead, LOCATIONS } from '../queries.ts'
import { InspectionForm } from './form.tsx'
import { newDraft, type Start, takeDraft, useBegun } from './form-begin.ts'
import type { Draft } from './form-draft.ts'
import { Earlier } from './form-earlier.tsx'

const numberOf = (text: string | undefined): number | null => Number(text) || null

const useStart = (): Start => {
  const { id: userId } = useUser()
  const { id } = useParams({ strict: false }) as { id?: string }
  const search = useSearch({ strict: false }) as Record<string, string | undefined>
  return {
    userId,
    inspectionId: numberOf(id),
    outboxItemId: search.outbox_item ?? null,
    draftKey: search.draft ?? null,
    locationId: numberOf(search.location_id),
    areaId: numberOf(search.area_id),
    researchId: numberOf(search.research_id),
    period: { start: search.date_start ?? null, end: search.date_end ?? null },
  }
}

function Begin({ start, at }: { start: Start; at: string | undefined }) {
  const { t } = useTranslation('inspect')
  const { begun, again, forget } = useBegun(start)
  const locations = useRead(LOCATIONS)
  const lists = useQuery(checklistsRead())
  const [other, setOther] = useState<Draft | null>(null)
  /** Each turn in which a draft is taken up is a form of its own. */
  const [turn, setTurn] = useState(0)
  if (!begun) return <PageLoading />
  const draft = other ?? begun.draft
  const checklists = lists.data?.checklists ?? []
  const fresh = () => setOther(newDraft(start, locations, checklists))
  const goOn = (key: string) =>
    void takeDraft(key).then(taken => {
      setTurn(turn + 1)
      if (taken) setOther(taken)
      // Saved meanwhile, or thrown away, in the other tab.
      else void again().then(() => setOther(null))
    })
  const drop = async () => {
    await dropDraft(draft.key)
    forget(draft.key)
    if (start.inspectionId === null) fresh()
    else await again()
  }
  return (
    <InspectionForm
      key={`${draft.key} ${draft.id} ${turn}`}
      first={draft}
      locations={locations}
      checklists={checklists}
      at={at}
      onGoOn={goOn}
    >
      {!lists.data && lists.error && <Note status="attention">{t('no_lists')}</Note>}
      <Earlier
        draft={draft}
        earlier={begun.earlier}
        elsewhere={begun.elsewhere}
        locations={locations}
        onOpen={({ key }) => goOn(key)}
        onNew={fresh}
        onDrop={drop}
      />
    </InspectionForm>
  )
}

export const reads = () => [LOCATIONS] as const

/** A new inspection, or one that is changed: with reception or without. */
export default function InspectPage() {
  const start = useStart()
  const { at } = useSearch({ strict: false }) as { at?: string }
  return <Begin key={JSON.stringify(start)} start={start} at={at} />
}
