import { Button } from '@mantine/core'
import { IconCamera, IconDeviceFloppy, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Checklist } from '#shared/contract/diary/checklists.ts'
import { MAX_INSPECTION_PHOTOS } from '#shared/contract/fixed.ts'
import { api } from '#shared/contract/index.ts'
import type { Location } from '#shared/contract/places/locations.ts'
import { HelpButton } from '../../help/screen-help/help-button.tsx'
import { queryOf } from '../../kit/api/query.ts'
import { useIsDesktop } from '../../kit/browser/is-desktop.ts'
import { clockIn } from '../../kit/language/viewer-formats.ts'
import { PageHeading } from '../../kit/pages/page.tsx'
import { linkTo } from '../../kit/routing/address.ts'
import { useGo } from '../../kit/routing/link.tsx'
import { instantOf } from '../../kit/time/instant.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import type { Attach } from '../answers/answer-attached.tsx'
import { diaryScreen, inspectionScreen } from '../screens.ts'
import { zoneOf } from './draft/form-begin.ts'
import { type InspectionDraft, type InspectionValues, withAnswer } from './draft/form-draft.ts'
import { readLast } from './draft/form-last.ts'
import { type Saved, submit } from './draft/form-send.ts'
import classes from './form.module.css'
import { bringTo, countOf, FIELD_IDS, firstOf, periodText, wrongIn } from './form-check.ts'
import { ChecklistQuestions } from './form-checklist.tsx'
import { ClimateNote } from './form-climate.tsx'
import { byUse, firstChecklist } from './form-lists.ts'
import { Looks } from './form-looks.tsx'
import { Notes } from './form-notes.tsx'
import { useInspectionDraft } from './form-state.ts'
import { Where } from './form-where.tsx'
import { takeFile, takePhoto } from './photos/form-photo.ts'
import { Photos, PickPhotos, usePreviews } from './photos/form-photos.tsx'

interface Props {
  first: InspectionDraft
  locations: readonly Location[]
  checklists: readonly Checklist[]
  /** Name of the field somebody came to change. */
  at: string | undefined
  /** Called when somebody does something in it. */
  onBegin: () => void
  /** Goes on with a draft that another tab has by now. */
  onGoOn: (key: string) => void
  /** Note that comes when the form is on the screen already: it stands where it moves nothing. */
  late: ReactNode
  children: ReactNode
}

/**
 * Items that are asked: of an inspection that is changed those it was made with, of a new one those of the chosen list.
 */
const useChecklist = ({ inspection_id, values }: InspectionDraft, checklists: readonly Checklist[]) => {
  const { data } = useQuery({
    ...queryOf(api.getInspection, { params: { id: inspection_id ?? 0 } }),
    enabled: inspection_id !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data)
    return { items: data.items, name: data.checklist_name ?? '', version: null, photos: data.photos, files: data.files }
  const list = checklists.find(({ id }) => id === values.checklist_id)
  const none = values.checklist_id === null
  return {
    items: list?.items ?? (none ? [] : null),
    name: list?.name ?? '',
    version: list?.version ?? null,
    photos: [],
    files: [],
  }
}

/** The form is open in another tab by now; nothing that was written here is lost. */
function Elsewhere({ onGoOn, onLeave }: { onGoOn: () => void; onLeave: () => void }) {
  const { t } = useTranslation('inspect')
  return (
    <EmptyState
      title={t('elsewhere.title')}
      text={t('elsewhere.text')}
      action={
        <>
          <Button onClick={onGoOn}>{t('elsewhere.go_on')}</Button>
          <Button variant="default" onClick={onLeave}>
            {t('elsewhere.leave')}
          </Button>
        </>
      }
    />
  )
}

const TOLD = {
  sent: 'saved',
  waiting: 'saved_here',
  refused: 'saved_refused',
  conflict: 'saved_refused',
} as const

export function InspectionForm({ first, locations, checklists, at, onBegin, onGoOn, late, children }: Props) {
  const { t } = useTranslation('inspect')
  const isDesktop = useIsDesktop()
  const go = useGo()
  const { history } = useRouter()
  const state = useInspectionDraft(first)
  const { draft, keeping, trouble, tabs, setTrouble, setValues, setParts, removePart, addPart } = state
  const { values, parts } = draft
  const checklist = useChecklist(draft, checklists)
  const previews = usePreviews(parts, checklist.photos)
  const [coming, setComing] = useState(0)
  const [recent] = useState(() => readLast(draft.user_id).recent)
  const [checked, setChecked] = useState(false)
  const [saving, setSaving] = useState(false)
  const location = locations.find(({ id }) => id === values.location_id)
  const zone = zoneOf(locations, values.location_id)
  const wrong = checked ? wrongIn(draft, zone, checklist.items) : null
  const isNew = draft.base === null
  const open =
    draft.inspection_id === null
      ? linkTo(diaryScreen)
      : linkTo(inspectionScreen, { params: { id: draft.inspection_id } })

  useEffect(() => {
    if (at) bringTo(FIELD_IDS[at] ?? '')
  }, [at])

  const photos = parts.filter(part => part.kind === 'photo').length

  const add = async (kind: 'photo' | 'file', files: readonly File[]): Promise<string[]> => {
    const added: string[] = []
    const room = kind === 'photo' ? MAX_INSPECTION_PHOTOS - photos : files.length
    const taken = files.slice(0, Math.max(0, room))
    setComing(count => count + taken.length)
    // Taken in one by one: several large pictures at once are too much for a phone.
    for (const file of taken) {
      const id = await addPart(() => (kind === 'photo' ? takePhoto(file) : takeFile(file)), file.name)
      if (id) added.push(id)
      setComing(count => count - 1)
    }
    if (taken.length < files.length) setTrouble(t('photos.full', { count: MAX_INSPECTION_PHOTOS }))
    return added
  }
  const attach: Attach = {
    attached: [
      ...checklist.files.map(({ client_id, name }) => ({ client_id, name, preview: null })),
      ...parts.map(({ client_id, name }) => ({
        client_id,
        name: name || t('photo'),
        preview: previews.get(client_id) ?? null,
      })),
    ],
    add,
    remove: removePart,
  }
  const place = (change: Partial<InspectionValues>) =>
    setValues(before => {
      const next = { ...before, ...change }
      const untouched =
        isNew && ('area_ids' in change || 'location_id' in change) && Object.keys(before.answers).length === 0
      const last = readLast(draft.user_id).checklists[next.area_ids[0] ?? 0]
      const there = locations.find(({ id }) => id === next.location_id)
      return untouched ? { ...change, checklist_id: firstChecklist(checklists, there, next.area_ids, last) } : change
    })

  const tell = async (saved: Saved) => {
    for await (const state of saved) showToast({ id: 'inspection', message: t(TOLD[state]) })
  }

  const save = async () => {
    const found = wrongIn(draft, zone, checklist.items)
    setChecked(true)
    if (countOf(found) > 0) {
      return bringTo(firstOf(found) ?? '')
    }
    setSaving(true)
    try {
      const version = checklist.version ?? draft.base?.checklist_version ?? null
      const saved = await submit(await state.settle(), zone, checklist.items, version)
      // The toast says where it is by then: it may be on this device alone.
      void tell(saved)
      await go(open)
    } catch {
      state.unsettle()
      setSaving(false)
      showToast({ id: 'inspection', message: t('not_saved'), color: 'bad', autoClose: false })
    }
  }

  if (tabs === 'elsewhere') return <Elsewhere onGoOn={() => onGoOn(draft.key)} onLeave={() => void go(open)} />

  return (
    <form
      className={classes.form}
      noValidate
      onClickCapture={onBegin}
      onInputCapture={onBegin}
      onSubmit={event => {
        event.preventDefault()
        if (!saving && coming === 0) void save()
      }}
    >
      <header className={classes.title}>
        <button
          type="button"
          className={classes.icon}
          aria-label={t('leave')}
          onClick={() => (history.canGoBack() ? history.back() : void go(open))}
        >
          <IconX size={24} stroke={2.1} />
        </button>
        <PageHeading className="bm-grow">{t(isNew ? 'title_new' : 'title_change')}</PageHeading>
        {keeping && typeof keeping === 'object' && (
          <span className={`bm-small bm-muted ${classes.saved}`}>
            <IconDeviceFloppy size={17} stroke={1.9} aria-hidden="true" />
            {t('saved_at', {
              time: clockIn(keeping.at, Intl.DateTimeFormat().resolvedOptions().timeZone),
            })}
          </span>
        )}
        {!isDesktop && <HelpButton className={classes.icon} />}
      </header>
      {tabs === 'apart' && <Note status="attention">{t('elsewhere.apart')}</Note>}
      {(keeping === 'full' || keeping === 'never') && <Note status="act_now">{t(`keeping.${keeping}`)}</Note>}
      {children}
      {locations.length === 0 && <Note status="attention">{t('no_locations')}</Note>}
      <Where
        locations={locations}
        recent={recent}
        values={values}
        zone={zone}
        wrong={wrong}
        period={periodText(draft.period, zone)}
        onChange={place}
      />
      <Looks values={values} zone={zone} wrongReminder={wrong?.reminder ?? false} onChange={setValues} />
      <ChecklistQuestions
        lists={isNew ? byUse(checklists, location, values.area_ids) : []}
        chosen={values.checklist_id}
        name={checklist.name}
        items={checklist.items ?? []}
        answers={values.answers}
        wrong={wrong}
        attach={attach}
        onChoose={checklist_id => setValues({ checklist_id })}
        onAnswer={(key, to) => setValues(({ answers }) => ({ answers: withAnswer(answers, key, to) }))}
      />
      <Photos
        parts={parts}
        previews={previews}
        coming={coming}
        trouble={trouble}
        onFiles={files => void add('photo', files)}
        onParts={setParts}
        onRemove={removePart}
      />
      <Notes notes={values.notes} onChange={notes => setValues({ notes })}>
        <ClimateNote
          locationId={values.location_id}
          areaIds={values.area_ids}
          areaTypeId={location?.areas.find(({ id }) => values.area_ids.includes(id))?.area_type_id}
          at={Date.parse(instantOf(values.date, zone))}
        />
      </Notes>
      <div className={classes.actionBar}>
        {late}
        {wrong && countOf(wrong) > 0 && (
          <p role="alert" className={classes.putRight}>
            <StatusShape status="act_now" size={18} /> {t('to_put_right', { count: countOf(wrong) })}
          </p>
        )}
        <PickPhotos
          camera
          className={classes.camera}
          label={t('photos.take')}
          disabled={false}
          onFiles={files => void add('photo', files)}
        >
          <IconCamera size={26} stroke={1.9} aria-hidden="true" /> {t('photo')}
        </PickPhotos>
        <Button type="submit" loading={saving} disabled={coming > 0}>
          {t(coming > 0 ? 'photos.coming' : isNew ? 'save_new' : 'save_change', { count: coming })}
        </Button>
      </div>
    </form>
  )
}
