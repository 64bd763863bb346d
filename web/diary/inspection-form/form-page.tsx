import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LOCATIONS } from '../../kit/api/locations.ts'
import { useRead } from '../../kit/api/query.ts'
import { useUser } from '../../kit/api/session.ts'
import { usePossibleParams, useScreenSearch } from '../../kit/routing/link.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { PageLoading } from '../../ui/feedback/page-loading.tsx'
import { dropInspectionDraft } from '../outbox/outbox-store.ts'
import { checklistsRead } from '../queries.ts'
import { editInspectionScreen, newInspectionScreen } from '../screens.ts'
import { newDraft, type Start, takeDraft, useLoadedDrafts } from './draft/form-begin.ts'
import type { InspectionDraft } from './draft/form-draft.ts'
import { InspectionForm } from './form.tsx'
import { Earlier } from './form-earlier.tsx'

const useStart = (): Start => {
  const { id: userId } = useUser()
  const { id } = usePossibleParams(editInspectionScreen)
  const search = useScreenSearch(newInspectionScreen)
  return {
    userId,
    inspectionId: id ?? null,
    outboxItemId: search.outbox_item ?? null,
    draftKey: search.draft ?? null,
    locationId: search.location_id ?? null,
    areaId: search.area_id ?? null,
    researchId: search.research_id ?? null,
    period: { start: search.date_start ?? null, end: search.date_end ?? null },
  }
}

function Begin({ start, at }: { start: Start; at: string | undefined }) {
  const { t } = useTranslation('inspect')
  const { loaded, again, forget } = useLoadedDrafts(start)
  const locations = useRead(LOCATIONS).filter(({ may }) => may.includes('edit'))
  const lists = useQuery(checklistsRead())
  const [other, setOther] = useState<InspectionDraft | null>(null)
  /** Each turn in which a draft is taken up is a form of its own. */
  const [turn, setTurn] = useState(0)
  if (!loaded) return <PageLoading />
  const draft = other ?? loaded.draft
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
    await dropInspectionDraft(draft.key)
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
        earlier={loaded.earlier}
        elsewhere={loaded.elsewhere}
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
  const { at } = useScreenSearch(newInspectionScreen)
  return <Begin key={JSON.stringify(start)} start={start} at={at} />
}
