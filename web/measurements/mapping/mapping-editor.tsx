import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device } from '#shared/contract/devices/devices.ts'
import type { DeviceMapping, OwnMapping, RawMessage } from '#shared/contract/measurements/mappings.ts'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import type { Mapped, Mapping } from '#shared/rules/ingest/mapping.ts'
import { PRESETS } from '#shared/rules/ingest/mapping-presets.ts'
import { useUser } from '../../kit/api/session.ts'
import { useNow } from '../../kit/time/now.ts'
import type { TypesByAbbreviation } from '../../ui/data-display/formatted-value.ts'
import { LeaveGuard } from '../../ui/overlays/leave-guard.tsx'
import { emptyRow, isMappingChanged, type MappingDraft, mappingDraftOf, mappingOf, savedOf } from './draft.ts'
import classes from './mapping.module.css'
import { MappingHead } from './mapping-head.tsx'
import { BecameList } from './message/became-list.tsx'
import { MessageCard } from './message/message-card.tsx'
import { RowsCard } from './message/rows-card.tsx'
import { Wires } from './message/wires.tsx'
import { ForgetDialog, KeepDialog } from './model-dialogs.tsx'
import { MappingOvertakenDialog } from './overtaken-dialog.tsx'
import { SaveBar } from './save-bar.tsx'
import { linksOf, outcomePlaces, ownPlaces, placesThen, tryMapping } from './tried.ts'
import { type Looking, useLooking } from './use-looking.ts'
import { type SaveTarget, useMappingSaving, type Versions } from './use-saving.ts'

interface Props {
  device: Device
  lists: TaxonomyLists
  saved: DeviceMapping
  own: readonly OwnMapping[]
  messages: readonly RawMessage[]
}

/** The rows of a device's mapping beside a message, and what becomes of it before anything is saved. */
export function MappingEditor({ device, lists, saved, own, messages }: Props) {
  const { t } = useTranslation('mapping')
  const now = useNow()
  const zone = useUser().time_zone
  // Draft as changed; null as long as nothing is: what is saved is shown, also when it is read again.
  const [edited, setEdited] = useState<MappingDraft | null>(null)
  const [versions, setVersions] = useState<Versions | null>(null)
  const kept = useMemo(() => mappingDraftOf(saved.mapping, saved), [saved])
  const draft = edited ?? kept
  const [target, setTarget] = useState<SaveTarget>('device')
  const [dialog, setDialog] = useState<'keep' | 'forget' | null>(null)
  const saving = useMappingSaving()
  const looking = useLooking(messages)
  const main = useRef<HTMLDivElement>(null)
  const columns = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (Object.keys(saving.errors).length > 0)
      main.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [saving.errors])

  const types = new Map(lists.measurement_types.map(type => [type.abbreviation, type]))
  const mapping = mappingOf(draft)
  const mapped = tryMapping(mapping, looking.message, types, now)
  const links = looking.message && mapped ? linksOf(mapping, looking.message, mapped) : []
  const places = whatBecame(mapping, mapped, looking, types)
  const model = own.find(one => one.id === draft.mapping_id)
  const changed = isMappingChanged(draft, saved)
  const mayEdit = device.may.includes('edit')

  const edit = (next: MappingDraft) => {
    // Versions at the first change: what is read anew later is not what it was made from.
    if (edited === null) setVersions({ device: saved.version, model: model?.version })
    setEdited(next)
    saving.clear()
  }
  const choose = (chosen: string) => {
    // Each of many messages is read by itself.
    const path = Array.isArray(looking.message?.value) ? chosen.replace(/^\[\d+\]\.?/, '') : chosen
    if (draft.rows.some(row => row.path.trim() === path)) return
    edit({ ...draft, rows: [...draft.rows, emptyRow(path)] })
  }
  const save = async (over: Versions | null) => {
    const origin = PRESETS.find(one => one.id === draft.preset)?.mapping ?? model?.mapping ?? null
    const done = await saving.save({ deviceId: device.id, draft, own: model, origin, versions: over }, target)
    if (!done) return
    setEdited(null)
    setTarget('device')
  }

  return (
    <div className={classes.page}>
      <LeaveGuard when={changed} />
      <MappingHead
        own={own}
        disabled={!mayEdit}
        onChoose={next => {
          setTarget('device')
          edit(next)
        }}
        {...{ device, draft }}
      />
      {!mayEdit && <p className="bm-muted">{t('owner_only')}</p>}
      <div ref={columns} className={classes.columns}>
        <div className={classes.side}>
          <MessageCard onChoose={mayEdit ? choose : undefined} {...{ looking, places }} />
          {looking.raw && <BecameList message={looking.raw} types={types} />}
        </div>
        <div ref={main} className={classes.main}>
          <RowsCard disabled={!mayEdit} errors={saving.errors} onChange={edit} {...{ draft, mapped, types, zone }} />
          {mayEdit && (
            <SaveBar
              busy={saving.busy}
              failure={saving.failure}
              own={model}
              hasRows={draft.rows.length > 0}
              onTarget={setTarget}
              onSave={() => void save(versions)}
              onDiscard={() => {
                setEdited(null)
                saving.clear()
              }}
              onKeep={() => saving.check(draft) && setDialog('keep')}
              onForget={() => setDialog('forget')}
              {...{ changed, target }}
            />
          )}
        </div>
        <Wires container={columns} links={links} />
      </div>
      {saving.overtaken && (
        <MappingOvertakenDialog
          theirs={saved.mapping}
          mine={savedOf(draft)}
          types={types}
          busy={saving.busy}
          failure={saving.failure}
          onMine={() => void save(null)}
          onTheirs={() => {
            setEdited(null)
            saving.back()
          }}
          onClose={saving.back}
        />
      )}
      {dialog === 'keep' && (
        <KeepDialog
          deviceId={device.id}
          mapping={savedOf(draft) ?? mapping}
          onKept={() => {
            setDialog(null)
            setEdited(null)
          }}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'forget' && model && (
        <ForgetDialog own={model} onForgotten={() => setDialog(null)} onClose={() => setDialog(null)} />
      )}
    </div>
  )
}

/**
 * Outcome of each place of the message: by the rows and our own words; for one that came, without rows, as it was when
 * it came.
 */
const whatBecame = (
  mapping: Mapping,
  mapped: Mapped | null,
  { message, raw }: Looking,
  types: TypesByAbbreviation,
): Map<string, string> => {
  if (!message || !mapped) return new Map()
  if (raw && mapping.rows.length === 0) return placesThen(raw)
  return new Map([...ownPlaces(mapping, message, types), ...outcomePlaces(mapping, message, mapped)])
}
