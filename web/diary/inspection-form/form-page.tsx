import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
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
import { newDraft, type Start, takeDraft, useLoadedDrafts, usePlainDraft } from './draft/form-begin.ts'
import type { InspectionDraft } from './draft/form-draft.ts'
import { InspectionForm } from './form.tsx'
import { CLIMATE_READS } from './form-climate.tsx'
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
  const locations = useRead(LOCATIONS).filter(({ may }) => may.includes('edit'))
  const lists = useQuery(checklistsRead())
  const checklists = lists.data?.checklists ?? []
  const plain = usePlainDraft(start, locations, checklists)
  const begun = useRef(false)
  const isBegun = () => begun.current || document.activeElement?.closest('form') != null
  const { loaded, again, forget } = useLoadedDrafts(start, { draft: plain, isBegun })
  const [other, setOther] = useState<InspectionDraft | null>(null)
  /** Each turn in which a draft is taken up is a form of its own. */
  const [turn, setTurn] = useState(0)
  const draft = other ?? loaded?.draft ?? plain
  if (!draft) return <PageLoading />
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
  const earlier = loaded && (
    <Earlier
      draft={draft}
      earlier={loaded.earlier}
      elsewhere={loaded.elsewhere}
      locations={locations}
      onOpen={({ key }) => goOn(key)}
      onNew={fresh}
      onDrop={drop}
    />
  )
  return (
    <InspectionForm
      key={`${draft.key} ${draft.id} ${turn}`}
      first={draft}
      locations={locations}
      checklists={checklists}
      at={at}
      onBegin={() => {
        begun.current = true
      }}
      onGoOn={goOn}
      late={plain && earlier}
    >
      {!lists.data && lists.error && <Note status="attention">{t('no_lists')}</Note>}
      {!plain && earlier}
    </InspectionForm>
  )
}

export const reads = () => [LOCATIONS] as const

export const shows = () => [checklistsRead(), ...CLIMATE_READS]

/** A new inspection, or one that is changed: with reception or without. */
export default function InspectPage() {
  const start = useStart()
  const { at } = useScreenSearch(newInspectionScreen)
  return <Begin key={JSON.stringify(start)} start={start} at={at} />
}
