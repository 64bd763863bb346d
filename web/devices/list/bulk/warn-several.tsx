import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { DefaultRulesOfDevices } from '#shared/contract/alerts/alert-rules.ts'
import type { Device } from '#shared/contract/devices/devices.ts'
import { api } from '#shared/contract/index.ts'
import { RULE_READS } from '../../../alerts/queries.ts'
import { LISTS } from '../../../kit/api/lists.ts'
import { useApiMutation } from '../../../kit/api/query.ts'
import { useFormat } from '../../../kit/language/format.ts'
import { Note } from '../../../ui/feedback/note.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'
import classes from '../devices.module.css'

interface Props {
  /** Devices with a placement, at least one. */
  devices: readonly Device[]
  onClose: () => void
  onDone: () => void
}

/** Rules that came of it, and what stays without one. */
function Outcome({ devices, outcome }: Pick<Props, 'devices'> & { outcome: DefaultRulesOfDevices }) {
  const { t } = useTranslation('devices')
  const format = useFormat()
  const { data: lists } = useQuery(LISTS)
  const { made, switched_on, there, without, devices_without_values } = outcome
  const types = lists?.measurement_types ?? []
  const measurements = without.map(key => types.find(({ abbreviation }) => abbreviation === key)?.name ?? key)
  const silent = devices.filter(({ id }) => devices_without_values.includes(id)).map(({ name }) => name)
  return (
    <>
      <Note status={made + switched_on + there > 0 ? 'good' : 'attention'}>
        <p>{t('bulk.warn.made', { count: made })}</p>
        {switched_on > 0 && <p>{t('bulk.warn.switched_on', { count: switched_on })}</p>}
        {there > 0 && <p>{t('bulk.warn.there', { count: there })}</p>}
      </Note>
      {measurements.length > 0 && <p>{t('bulk.warn.without', { measurements: format.list(measurements) })}</p>}
      {silent.length > 0 && <p>{t('bulk.warn.silent', { devices: format.list(silent) })}</p>}
    </>
  )
}

/** Dialog that takes the default rules for what several devices measure, and says what came of it. */
export function WarnSeveral({ devices, onClose, onDone }: Props) {
  const { t } = useTranslation(['devices', 'app', 'ui'])
  const take = useApiMutation(api.takeDefaultAlertRulesOfDevices, { refresh: RULE_READS })
  const title = t('bulk.warn.title', { count: devices.length })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    take.mutate({ body: { device_ids: devices.map(({ id }) => id) } })
  }
  if (take.data)
    return (
      <Dialog opened title={title} onClose={onDone}>
        <div className={classes.outcome}>
          <Outcome devices={devices} outcome={take.data} />
          <Button onClick={onDone}>{t('ui:close')}</Button>
        </div>
      </Dialog>
    )
  return (
    <FormDialog
      opened
      title={title}
      action={t('bulk.warn.action')}
      busy={take.isPending}
      failure={take.error && (take.error.message || t('app:not_warned.failed'))}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t('bulk.warn.text')}</p>
      <p className="bm-small bm-muted">{t('bulk.warn.all_areas')}</p>
    </FormDialog>
  )
}
