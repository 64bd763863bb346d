import { ActionIcon, Button, Menu, Textarea } from '@mantine/core'
import { IconBellOff, IconDotsVertical, IconHandStop } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Acknowledgement, type Alert } from '#shared/contract/alerts/alerts.ts'
import { api } from '#shared/contract/index.ts'
import { ask } from '../../kit/api/api.ts'
import { refresh } from '../../kit/api/query.ts'
import { useLostSince } from '../../kit/browser/connection.ts'
import { isForUs, useKeysOn } from '../../kit/browser/keys.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { fieldOf, instantOf } from '../../kit/time/instant.ts'
import { serverNow } from '../../kit/time/now.ts'
import { DateTimeField } from '../../ui/forms/date-field.tsx'
import { Confirm } from '../../ui/overlays/confirm.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import { momentWords } from '../alert/alert-words.tsx'
import { ALERT_READS } from '../queries.ts'
import classes from './alerts.module.css'
import { type AlertChanges, inHours, nextMorning } from './use-alert-changes.ts'

const LONGEST_HOURS = 7 * 24

/** Takes the alert on at the key `a`, unless single keys are off or somebody types. */
const useOnItKey = (onKey: () => void): void => {
  const on = useKeysOn()
  const listen = useEffectEvent((event: KeyboardEvent) => {
    if (!on || event.key !== 'a' || !isForUs(event)) return
    event.preventDefault()
    onKey()
  })
  useEffect(() => {
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

/** Note of the person who is on it; who writes one where nobody is takes the alert on. */
function NoteDialog({ alert, opened, onClose }: { alert: Alert; opened: boolean; onClose: () => void }) {
  const { t } = useTranslation(['alerts', 'ui'])
  const client = useQueryClient()
  const lost = useLostSince() !== null
  const {
    form,
    failure: refusal,
    busy,
    onSubmit,
  } = useContractForm({
    body: Acknowledgement,
    initialValues: { note: alert.acknowledged?.note ?? '' },
    toBody: ({ note }) => ({ note: note.trim() === '' ? null : note, take_over: false }),
    send: async body => {
      await ask(api.acknowledgeAlert, { params: { id: alert.id }, body })
      await refresh(client, ALERT_READS)
      onClose()
    },
  })
  const failure = refusal && lost ? t('on_it_not_sent') : refusal
  return (
    <FormDialog opened={opened} title={t('on_it_note')} action={t('ui:save')} {...{ busy, failure, onSubmit, onClose }}>
      <Textarea
        size="md"
        autosize
        minRows={2}
        data-autofocus
        label={
          <>
            {t('note')} <span className="bm-optional">{t('ui:optional')}</span>
          </>
        }
        {...form.getInputProps('note')}
      />
    </FormDialog>
  )
}

interface Props {
  alert: Alert
  changes: AlertChanges
  now: number
  onGone: () => void
}

function SilenceDialog({
  alert,
  changes,
  now,
  opened,
  onClose,
}: Omit<Props, 'onGone'> & { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('alerts')
  const [until, setUntil] = useState(() => fieldOf(inHours(8, now), alert.time_zone))
  const moment = instantOf(until, alert.time_zone)
  const inTime = moment !== '' && Date.parse(moment) > now && Date.parse(moment) <= now + LONGEST_HOURS * 3_600_000
  return (
    <FormDialog
      opened={opened}
      title={t('silence.title')}
      action={t('silence.do')}
      busy={changes.silence.isPending}
      failure={null}
      onSubmit={event => {
        event.preventDefault()
        if (inTime)
          changes.silence.mutate(
            { params: { id: alert.id }, body: { until: moment } },
            { ...changes.mutateOptions, onSuccess: onClose },
          )
      }}
      onClose={onClose}
    >
      <DateTimeField
        zone={alert.time_zone}
        label={t('silence.until')}
        description={alert.time_zone}
        value={until}
        error={inTime ? undefined : t('silence.wrong')}
        onChange={setUntil}
      />
    </FormDialog>
  )
}

function SilenceMenu({ alert, changes, now }: Omit<Props, 'onGone'>) {
  const { t } = useTranslation('alerts')
  const [custom, setCustom] = useState(false)
  const morning = nextMorning(now, alert.time_zone)
  const until = (moment: string | null) =>
    changes.silence.mutate({ params: { id: alert.id }, body: { until: moment } }, changes.mutateOptions)
  const silent = alert.silenced_until !== null && Date.parse(alert.silenced_until) > now
  return (
    <>
      <Menu position="top-start" shadow="sm">
        <Menu.Target>
          <Button variant="default" leftSection={<IconBellOff size={20} stroke={1.8} />}>
            {t('silence.do')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {silent && <Menu.Item onClick={() => until(null)}>{t('silence.end')}</Menu.Item>}
          <Menu.Item onClick={() => until(inHours(1, serverNow()))}>{t('silence.one_hour')}</Menu.Item>
          <Menu.Item onClick={() => until(inHours(4, serverNow()))}>{t('silence.four_hours')}</Menu.Item>
          <Menu.Item onClick={() => until(morning)}>
            {t('silence.morning', { time: momentWords(morning, alert.time_zone, now) })}
          </Menu.Item>
          <Menu.Item onClick={() => setCustom(true)}>{t('silence.custom')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {custom && <SilenceDialog {...{ alert, changes, now }} opened onClose={() => setCustom(false)} />}
    </>
  )
}

/** Menu of what else can be done with an alert: its marks, its device, and the end of it. */
export function AlertMenu({ alert, changes, onGone }: Omit<Props, 'now'>) {
  const { t } = useTranslation(['alerts', 'ui', 'form'])
  const [asking, setAsking] = useState<'exclude' | 'delete' | null>(null)
  const params = { id: alert.id }
  const { mark, exclude, remove, mutateOptions } = changes
  const close = () => setAsking(null)
  return (
    <>
      <Menu position="bottom-end" shadow="sm">
        <Menu.Target>
          <ActionIcon variant="subtle" size={44} aria-label={t('more')}>
            <IconDotsVertical size={20} stroke={1.9} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => mark.mutate({ params, body: { read: !alert.read } }, mutateOptions)}>
            {t(alert.read ? 'do.unread' : 'do.read')}
          </Menu.Item>
          <Menu.Item
            onClick={() =>
              mark.mutate({ params, body: { show: !alert.show } }, { ...mutateOptions, onSuccess: onGone })
            }
          >
            {t(alert.show ? 'do.hide' : 'do.show')}
          </Menu.Item>
          {alert.may.includes('own') && <Menu.Item onClick={() => setAsking('exclude')}>{t('do.exclude')}</Menu.Item>}
          {alert.may.includes('delete') && (
            <Menu.Item className={classes.delete} onClick={() => setAsking('delete')}>
              {t('ui:delete')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Confirm
        opened={asking === 'exclude'}
        title={t('exclude.title', { name: alert.device_name })}
        action={t('exclude.do')}
        busy={exclude.isPending}
        failure={exclude.error && (exclude.error.message || t('form:no_answer'))}
        onConfirm={() => exclude.mutate({ params }, { onSuccess: close })}
        onClose={close}
      >
        <p>{t('exclude.text')}</p>
      </Confirm>
      <Confirm
        opened={asking === 'delete'}
        title={t('delete.title')}
        action={t('ui:delete')}
        busy={remove.isPending}
        failure={remove.error && (remove.error.message || t('form:no_answer'))}
        onConfirm={() =>
          remove.mutate(
            { params },
            {
              onSuccess: () => {
                close()
                onGone()
              },
            },
          )
        }
        onClose={close}
      >
        <p>{t('delete.text')}</p>
      </Confirm>
    </>
  )
}

/** The two things to do with an open alert, at the bottom where a thumb reaches them. */
export function AlertDock({ alert, changes, now }: Omit<Props, 'onGone'>) {
  const { t } = useTranslation('alerts')
  const [writing, setWriting] = useState(false)
  const { acknowledged } = alert
  const isMine = acknowledged?.by_me ?? false
  const act = () => (isMine ? setWriting(true) : changes.takeOn(alert))
  useOnItKey(act)
  return (
    <div className={classes.actionBar}>
      <SilenceMenu {...{ alert, changes, now }} />
      <Button
        leftSection={<IconHandStop size={22} stroke={1.8} />}
        loading={changes.acknowledge.isPending}
        onClick={act}
      >
        {t(isMine ? (acknowledged?.note ? 'on_it_again' : 'on_it_add_note') : acknowledged ? 'on_it_over' : 'on_it')}
      </Button>
      {writing && <NoteDialog alert={alert} opened onClose={() => setWriting(false)} />}
    </div>
  )
}
