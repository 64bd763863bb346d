import { Button, Modal, Select } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { DEFAULT_TIME_ZONE } from '../../shared/contract/fixed.ts'
import { api } from '../../shared/contract/index.ts'
import type { Location } from '../../shared/contract/locations.ts'
import { LocationResearchInput } from '../../shared/contract/research.ts'
import { ask } from '../kit/api.ts'
import { useContractForm } from '../kit/form.ts'
import { dateTimeIn } from '../kit/format.ts'
import { momentOf, nowIn } from '../kit/moment.ts'
import { refresh } from '../kit/query.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { SpanFields } from '../ui/span-fields.tsx'
import type { DialogProps } from './device-dialogs.tsx'
import { DEVICE_READS, useLocations } from './queries.ts'

interface Values extends Record<string, unknown> {
  location_id: string | null
  area_id: string | null
  start: string
  end: string
}

const idOf = (text: string | null): number | null => (text === null ? null : Number(text))

const zoneOf = (locations: readonly Location[], id: string | null): string =>
  locations.find(location => String(location.id) === id)?.time_zone ?? DEFAULT_TIME_ZONE

type Body = z.input<typeof LocationResearchInput>
type Placement = NonNullable<DialogProps['device']['placement']>

/** Ends the present placement where the new one starts; when that one is refused, the present one goes on. */
const moveTo = async (body: Body, { location_research_id, start, end }: Placement): Promise<void> => {
  const params = { id: location_research_id }
  await ask(api.updateLocationResearch, { params, body: { start, end: body.start } })
  try {
    await ask(api.createLocationResearch, { body })
  } catch (failure) {
    await ask(api.updateLocationResearch, { params, body: { start, end } })
    throw failure
  }
}

const onlyAreaOf = (location: Location | undefined): string | null => {
  const [only, ...others] = location?.areas ?? []
  return only && others.length === 0 ? String(only.id) : null
}

const usePlaceForm = ({ device, onClose }: DialogProps, locations: readonly Location[]) => {
  const client = useQueryClient()
  const only = locations.length === 1 ? locations[0] : undefined
  const first = locations.find(({ id }) => id === device.placement?.location_id) ?? only
  const initialValues: Values = {
    location_id: first ? String(first.id) : null,
    area_id: onlyAreaOf(first),
    start: nowIn(first?.time_zone ?? DEFAULT_TIME_ZONE),
    end: '',
  }
  return useContractForm({
    body: LocationResearchInput,
    initialValues,
    toBody: ({ location_id, area_id, start, end }) => {
      const zone = zoneOf(locations, location_id)
      return {
        location_id: idOf(location_id),
        area_id: idOf(area_id),
        device_ids: [device.id],
        start: momentOf(start, zone),
        end: end === '' ? null : momentOf(end, zone),
      }
    },
    send: async body => {
      await (device.placement ? moveTo(body, device.placement) : ask(api.createLocationResearch, { body }))
      await refresh(client, DEVICE_READS)
      onClose()
    },
  })
}

function PlaceForm({ device, onClose, locations }: DialogProps & { locations: readonly Location[] }) {
  const { t } = useTranslation(['devices', 'ui'])
  const { form, failure, busy, onSubmit } = usePlaceForm({ device, onClose }, locations)
  const { placement } = device
  const { location_id } = form.values
  const areas = locations.find(({ id }) => String(id) === location_id)?.areas ?? []
  const zone = zoneOf(locations, location_id)
  return (
    <FormDialog
      opened
      title={t(placement ? 'place.move_title' : 'place.title', { name: device.name })}
      action={t(placement ? 'place.move' : 'place.action')}
      {...{ busy, failure, onSubmit, onClose }}
    >
      {placement && (
        <p className="bm-muted">
          {t('place.now', {
            area: placement.area_name,
            location: placement.location_name,
            since: dateTimeIn(placement.start, placement.time_zone),
          })}
        </p>
      )}
      <Select
        size="md"
        allowDeselect={false}
        label={t('field.location')}
        data={locations.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.getInputProps('location_id')}
        onChange={id =>
          form.setValues({ location_id: id, area_id: onlyAreaOf(locations.find(one => String(one.id) === id)) })
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
    </FormDialog>
  )
}

/** Where a device hangs from now on: its first place, or another one. */
export function PlaceDialog(props: DialogProps) {
  const { t } = useTranslation('devices')
  const { data } = useLocations()
  if (!data) return null
  const locations = data.filter(({ may, areas }) => may.includes('place') && areas.length > 0)
  if (locations.length > 0) return <PlaceForm {...props} locations={locations} />
  return (
    <Modal opened onClose={props.onClose} size={480} className="bm-sheet" withCloseButton={false}>
      <EmptyState
        title={t('place.nowhere_title')}
        text={t('place.nowhere_text')}
        action={
          <Button component={Link} to="/locations/create">
            {t('place.nowhere_action')}
          </Button>
        }
      />
    </Modal>
  )
}
