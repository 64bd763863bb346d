import { Button, Modal, Select } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device } from '#shared/contract/devices/devices.ts'
import { DEFAULT_TIME_ZONE } from '#shared/contract/fixed.ts'
import { api } from '#shared/contract/index.ts'
import type { Location } from '#shared/contract/places/locations.ts'
import { LocationResearchInput } from '#shared/contract/places/research.ts'
import { elementAt } from '#shared/rules/collections/elements.ts'
import { ask } from '../../kit/api/api.ts'
import { LISTS } from '../../kit/api/lists.ts'
import { LOCATIONS } from '../../kit/api/locations.ts'
import { queryOf, refresh } from '../../kit/api/query.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { momentIn } from '../../kit/language/viewer-formats.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { fieldOf, instantOf, nowIn } from '../../kit/time/instant.ts'
import { newLocationScreen } from '../../locations/screens.ts'
import { CLIMATE, subjectOptions } from '../../research/planning/subjects.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import { SpanFields } from '../../ui/forms/span-fields.tsx'
import { useFocusGivenBack } from '../../ui/overlays/focus-given-back.ts'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import classes from '../list/devices.module.css'
import { DEVICE_READS } from '../queries.ts'

interface Values extends Record<string, unknown> {
  location_id: string | null
  area_id: string | null
  start: string
  end: string
  research_subject_id: string
}

const idOf = (text: string | null): number | null => (text === null ? null : Number(text))

const zoneOf = (locations: readonly Location[], id: string | null): string =>
  locations.find(location => String(location.id) === id)?.time_zone ?? DEFAULT_TIME_ZONE

const onlyAreaOf = (location: Location | undefined): string | null => {
  const [only, ...others] = location?.areas ?? []
  return only && others.length === 0 ? String(only.id) : null
}

interface PlaceProps {
  /** Devices that are placed together, at least one. */
  devices: readonly Device[]
  onClose: () => void
  /** Called once they are placed, with how many; closes it where nothing else is given. */
  onPlaced?: ((count: number) => void) | undefined
  locations: readonly Location[]
  /** Time of the first readings that belong to no place. */
  since: string | null
  /** The area somebody came from. */
  areaId?: number | undefined
  /** Field that chooses the device, where it is not given yet. */
  chooser?: ReactNode
}

/** Devices that are to be placed: one that is in the area already stays there, unless it is alone. */
const movedTo = (devices: readonly Device[], areaId: number | null): readonly Device[] => {
  const others = devices.filter(({ placement }) => placement?.area_id !== areaId)
  return others.length > 0 ? others : devices
}

const usePlaceForm = ({ devices, onClose, onPlaced, locations, since, areaId }: PlaceProps) => {
  const { t } = useTranslation('devices')
  const device = elementAt(devices, 0)
  const client = useQueryClient()
  const only = locations.length === 1 ? locations[0] : undefined
  const wished = locations.find(({ areas }) => areas.some(({ id }) => id === areaId))
  const first = wished ?? locations.find(({ id }) => id === device.placement?.location_id) ?? only
  const zone = first?.time_zone ?? DEFAULT_TIME_ZONE
  const initialValues: Values = {
    location_id: first ? String(first.id) : null,
    area_id: wished ? String(areaId) : onlyAreaOf(first),
    start: since ? fieldOf(since, zone) : nowIn(zone),
    end: '',
    research_subject_id: String(CLIMATE),
  }
  return useContractForm({
    body: LocationResearchInput,
    initialValues,
    toBody: ({ location_id, area_id, start, end, research_subject_id }) => {
      const zone = zoneOf(locations, location_id)
      return {
        location_id: idOf(location_id),
        area_id: idOf(area_id),
        device_ids: movedTo(devices, idOf(area_id)).map(({ id }) => id),
        move: true,
        research_subject_id: Number(research_subject_id),
        start: instantOf(start, zone),
        end: end === '' ? null : instantOf(end, zone),
      }
    },
    send: async body => {
      await ask(api.createLocationResearch, { body })
      await refresh(client, DEVICE_READS)
      if (onPlaced) return onPlaced(body.device_ids.length)
      const area = locations.flatMap(({ areas }) => areas).find(({ id }) => id === body.area_id)
      showToast({ id: 'placed', message: t('place.done', { device: device.name, area: area?.name }) })
      onClose()
    },
  })
}

/** Names of the devices that leave another area, before they do. */
function Elsewhere({ devices }: { devices: readonly Device[] }) {
  const { t } = useTranslation('devices')
  const moved = devices.flatMap(({ id, name, placement }) => (placement ? [{ id, name, placement }] : []))
  if (moved.length === 0) return null
  return (
    <div>
      <p className="bm-muted">{t('bulk.elsewhere', { count: moved.length })}</p>
      <ul className={classes.named}>
        {moved.map(({ id, name, placement }) => (
          <li key={id}>
            <b>{name}</b> {placement.area_name}, {placement.location_name}
          </li>
        ))}
      </ul>
    </div>
  )
}

function PlaceForm(props: PlaceProps) {
  const { devices, onClose, locations, since, areaId, chooser } = props
  const { t } = useTranslation(['devices', 'ui'])
  const { data: lists } = useQuery(LISTS)
  const { form, failure, busy, onSubmit } = usePlaceForm(props)
  const device = elementAt(devices, 0)
  const several = devices.length > 1
  const placement = several ? null : device.placement
  const { location_id } = form.values
  const areas = locations.find(({ id }) => String(id) === location_id)?.areas ?? []
  const zone = zoneOf(locations, location_id)
  const titleOf = () => {
    const wished = chooser && locations.flatMap(one => one.areas).find(({ id }) => id === areaId)
    if (wished) return t('place.here_title', { area: wished.name })
    if (several) return t('bulk.place_title', { count: devices.length })
    return t(placement ? 'place.move_title' : 'place.title', { name: device.name })
  }
  // The moment stays when another place has other clocks.
  const start = (id: string | null) => {
    const moment = instantOf(form.values.start, zone)
    return moment === '' ? form.values.start : fieldOf(moment, zoneOf(locations, id))
  }
  return (
    <FormDialog
      opened
      title={titleOf()}
      action={t(placement ? 'place.move' : 'place.action')}
      {...{ busy, failure, onSubmit, onClose }}
    >
      {chooser}
      {placement && (
        <p className="bm-muted">
          {t('place.now', {
            area: placement.area_name,
            location: placement.location_name,
            since: momentIn(placement.start, placement.time_zone),
          })}
        </p>
      )}
      {several && <Elsewhere devices={movedTo(devices, idOf(form.values.area_id))} />}
      <Select
        size="md"
        allowDeselect={false}
        label={t('field.location')}
        data={locations.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.getInputProps('location_id')}
        onChange={id =>
          form.setValues({
            location_id: id,
            area_id: onlyAreaOf(locations.find(one => String(one.id) === id)),
            start: start(id),
          })
        }
      />
      <Select
        size="md"
        allowDeselect={false}
        label={t('field.area')}
        data={areas.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.getInputProps('area_id')}
      />
      <SpanFields
        labels={{ start: t('field.start'), end: t('field.end') }}
        zone={zone}
        start={form.getInputProps('start')}
        end={form.getInputProps('end')}
      />
      {since && <p className="bm-small bm-muted">{t('place.since', { time: momentIn(Date.parse(since), zone) })}</p>}
      {lists && (
        <Select
          size="md"
          allowDeselect={false}
          label={t('place.subject')}
          data={subjectOptions(lists)}
          {...form.getInputProps('research_subject_id')}
        />
      )}
    </FormDialog>
  )
}

/** Since when a device that hangs nowhere has sent what belongs to no place; undefined until it is known. */
const useSince = ({ id, placement }: Device): string | null | undefined => {
  const { data, isError } = useQuery({
    ...queryOf(api.getUnplaced, { query: { device_id: id } }),
    enabled: placement === null,
    gcTime: 0,
  })
  if (placement || isError) return null
  return data?.since
}

type Given = Omit<PlaceProps, 'locations' | 'since' | 'devices'>

/** Dialog for the place where a device hangs from now on: its first, or another one. */
export function PlaceDialog({ device, ...props }: Given & { device: Device }) {
  const since = useSince(device)
  if (since === undefined) return null
  return <PlaceSomewhere key={device.id} {...props} devices={[device]} since={since} />
}

/** The same for several devices, which are placed together or not at all. */
export function PlaceSeveralDialog(props: Given & Pick<PlaceProps, 'devices'>) {
  return <PlaceSomewhere {...props} since={null} />
}

function PlaceSomewhere(props: Omit<PlaceProps, 'locations'>) {
  const { t } = useTranslation('devices')
  useFocusGivenBack(true)
  const { data } = useQuery(LOCATIONS)
  if (!data) return null
  const locations = data.filter(({ may, areas }) => may.includes('place') && areas.length > 0)
  if (locations.length > 0) return <PlaceForm {...props} locations={locations} />
  return (
    <Modal opened onClose={props.onClose} size={480} className="bm-sheet" withCloseButton={false}>
      <EmptyState
        title={t('place.nowhere_title')}
        text={t('place.nowhere_text')}
        action={
          <Button component={ScreenLink} to={linkTo(newLocationScreen)}>
            {t('place.nowhere_action')}
          </Button>
        }
      />
    </Modal>
  )
}

interface HereProps {
  areaId: number
  /** Devices the caller may place, at least one. */
  devices: readonly Device[]
  onClose: () => void
}

/** The other way round: an area is there, and a device is chosen for it. Those that hang nowhere come first. */
export function PlaceHereDialog({ areaId, devices, onClose }: HereProps) {
  const { t } = useTranslation('devices')
  const inOrder = devices.toSorted((one, other) => Number(one.placement !== null) - Number(other.placement !== null))
  const [chosen, setChosen] = useState(String(inOrder[0]?.id))
  const device = inOrder.find(({ id }) => String(id) === chosen)
  if (!device) return null
  const chooser = (
    <Select
      size="md"
      searchable
      allowDeselect={false}
      label={t('place.device')}
      data={inOrder.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={chosen}
      onChange={id => id && setChosen(id)}
    />
  )
  return <PlaceDialog device={device} areaId={areaId} chooser={chooser} onClose={onClose} />
}
