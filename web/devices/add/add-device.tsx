import { Input, Select, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Commissioning } from '#shared/contract/devices/commissioning.ts'
import { type Device, SubscriptionPlan } from '#shared/contract/devices/devices.ts'
import type { ResponseOf } from '#shared/contract/endpoint.ts'
import { api } from '#shared/contract/index.ts'
import type { Location } from '#shared/contract/places/locations.ts'
import { ask } from '../../kit/api/api.ts'
import { LOCATIONS } from '../../kit/api/locations.ts'
import { queryOf, refresh } from '../../kit/api/query.ts'
import { useUser } from '../../kit/api/session.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { Segments } from '../../ui/forms/segments.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import { DEVICE_READS } from '../queries.ts'
import { ClaimCodeDialog } from './claim-code-dialog.tsx'
import { KeyDialog } from './key-dialog.tsx'
import { DeviceNameFields, OwnerlessField } from './name-fields.tsx'
import { PlanField } from './plan-field.tsx'

/** Choice of no area. */
const LATER = 'none'

/** A device just added, with the key that was made for it. */
export type Added = ResponseOf<typeof api.commissionSensor>

interface Values extends Record<string, unknown> {
  name: string
  device_name: string
  eui: string
  plan: Device['plan']
  ownerless: boolean
  /** By what it is known: an EUI, or nothing but its key. */
  kind: 'key' | 'eui'
  area_id: string
}

interface Props {
  /** The area somebody came from. */
  areaId?: number | undefined
  onClose: () => void
  onAdded: (added: Added) => void
  /** Runs when the device has a printed code: it is there already, and only claimed. */
  onCode: () => void
}

/** Places somebody may place in, by location. */
const placesOf = (locations: readonly Location[]) =>
  locations
    .filter(({ may, areas }) => may.includes('place') && areas.length > 0)
    .map(({ name, areas }) => ({
      group: name,
      items: areas.map(({ id, name }) => ({ value: String(id), label: name })),
    }))

const USUAL_PLAN: Device['plan'] = 'basic'

/** Kind that a new device begins with: the usual one, else the first that is offered. Without `offered` all are. */
const firstPlan = (offered: readonly string[] = [USUAL_PLAN]): Device['plan'] =>
  offered.includes(USUAL_PLAN)
    ? USUAL_PLAN
    : (SubscriptionPlan.options.find(plan => offered.includes(plan)) ?? USUAL_PLAN)

/** A new device, where it hangs and its key, in one step. */
export function AddDevice(props: Props) {
  const { data: locations, isError } = useQuery(LOCATIONS)
  const { data: setup, isError: isSetupUnknown } = useQuery(queryOf(api.getSetup, {}))
  const { admin } = useUser()
  // The area and the kind that are chosen from the start depend on which there are.
  if ((!locations && !isError) || (!setup && !isSetupUnknown)) return null
  return <AddForm {...props} places={placesOf(locations ?? [])} plan={firstPlan(admin ? undefined : setup?.plans)} />
}

interface FormProps extends Props {
  places: ReturnType<typeof placesOf>
  plan: Device['plan']
}

function AddForm({ areaId, onClose, onAdded, onCode, places, plan }: FormProps) {
  const { t } = useTranslation(['devices', 'ui'])
  const client = useQueryClient()
  const { admin } = useUser()
  const areas = places.flatMap(({ items }) => items)
  const wished = areas.find(({ value }) => value === String(areaId)) ?? (areas.length === 1 ? areas[0] : undefined)
  const initialValues: Values = {
    name: '',
    device_name: '',
    eui: '',
    plan,
    ownerless: false,
    kind: 'key',
    area_id: wished?.value ?? (areas.length > 0 ? '' : LATER),
  }
  const { form, failure, busy, onSubmit } = useContractForm({
    body: Commissioning,
    initialValues,
    toBody: ({ name, device_name, eui, kind, plan, area_id, ownerless }) => ({
      name,
      plan,
      ...(device_name.trim() ? { device_name } : {}),
      ...(kind === 'eui' ? { eui: eui.trim() } : {}),
      // An area that nobody chose stays empty, and is asked for.
      area_id: ownerless || area_id === LATER ? null : area_id && Number(area_id),
    }),
    send: async ({ area_id, ...body }, { ownerless }) => {
      // A device for somebody else hangs nowhere of one's own.
      const added = ownerless
        ? {
            device: await ask(api.createSensor, {
              body: { ...body, device_name: body.device_name ?? body.name, ownerless },
            }),
            key: null,
            again: false,
          }
        : await ask(api.commissionSensor, { body: { ...body, area_id } })
      await refresh(client, DEVICE_READS)
      onAdded(added)
    },
  })
  const { kind, ownerless } = form.values
  return (
    <FormDialog opened title={t('add_title')} action={t('add')} {...{ busy, failure, onSubmit, onClose }}>
      <Input.Wrapper
        label={t('kind.question')}
        description={t(`kind_help.${kind}`)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      >
        <Segments
          fullWidth
          size="md"
          aria-label={t('kind.question')}
          data={(['key', 'eui', 'code'] as const).map(one => ({ value: one, label: t(`kind.${one}`) }))}
          value={kind}
          onChange={next => (next === 'code' ? onCode() : form.setFieldValue('kind', next))}
        />
      </Input.Wrapper>
      <DeviceNameFields optional inputProps={form.getInputProps} />
      {kind === 'eui' && (
        <TextInput
          size="md"
          autoComplete="off"
          label={t('field.eui')}
          description={t('field.eui_help')}
          {...form.getInputProps('eui')}
        />
      )}
      {places.length > 0 && !ownerless && (
        <Select
          size="md"
          allowDeselect={false}
          label={t('field.area')}
          description={t('field.area_help')}
          data={[...places, { value: LATER, label: t('field.area_none') }]}
          {...form.getInputProps('area_id')}
        />
      )}
      <PlanField
        value={form.values.plan}
        error={form.errors.plan}
        onChange={plan => form.setFieldValue('plan', plan)}
      />
      {admin && <OwnerlessField inputProps={form.getInputProps} />}
    </FormDialog>
  )
}

/** Dialog with what a device just added needs at once: the key it sends with, or its code where it has no owner yet. */
export function AddedDevice({ added: { device, key, again }, onClose }: { added: Added; onClose: () => void }) {
  return device.has_owner ? (
    <KeyDialog device={device} made={key} again={again} onClose={onClose} />
  ) : (
    <ClaimCodeDialog device={device} onClose={onClose} />
  )
}
