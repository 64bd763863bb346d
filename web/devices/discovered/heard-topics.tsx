import { Button } from '@mantine/core'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type HeardTopic, HeardTopicInput, SOURCES } from '#shared/contract/devices/mqtt.ts'
import { api } from '#shared/contract/index.ts'
import { ask } from '../../kit/api/api.ts'
import { queryOf, refresh } from '../../kit/api/query.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { useFormat } from '../../kit/language/format.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import { DeviceNameFields, OwnerlessField } from '../add/name-fields.tsx'
import { DEVICE_READS } from '../queries.ts'
import classes from './heard.module.css'

const RELOAD = 30_000

interface AddProps {
  heard: HeardTopic
  onClose: () => void
  onAdded: (said: string) => void
}

function AddTopic({ heard: { topic }, onClose, onAdded }: AddProps) {
  const { t } = useTranslation(['devices', 'ui'])
  const client = useQueryClient()
  const { form, failure, busy, onSubmit } = useContractForm({
    body: HeardTopicInput,
    initialValues: { name: topic.split('/').at(-1) ?? topic, device_name: topic, ownerless: false },
    toBody: ({ ownerless, ...values }) => ({ topic, ...values, ...(ownerless ? { ownerless } : {}) }),
    send: async body => {
      const { device, accepted } = await ask(api.addHeardTopic, { body })
      await refresh(client, [...DEVICE_READS, api.listHeardTopics])
      onAdded(t('heard.added', { name: device.name, count: accepted }))
    },
  })
  return (
    <FormDialog opened title={t('add_title')} action={t('add')} {...{ busy, failure, onSubmit, onClose }}>
      <DeviceNameFields inputProps={form.getInputProps} />
      <OwnerlessField inputProps={form.getInputProps} />
    </FormDialog>
  )
}

const TOPICS = { ...queryOf(api.listHeardTopics, {}), refetchInterval: RELOAD }

/** Firmware that speaks at the MQTT broker, and whose device nobody has added; nothing where there is none. */
export function HeardTopics() {
  const { t } = useTranslation('devices')
  const format = useFormat()
  const [adding, setAdding] = useState<HeardTopic | null>(null)
  const [said, setSaid] = useState<string | null>(null)
  const { data, dataUpdatedAt } = useSuspenseQuery(TOPICS)
  if (data.length === 0 && !said) return null
  return (
    <section className={classes.topics}>
      <h2>{t('heard.topics_title')}</h2>
      <p className="bm-muted">{t('heard.topics_text')}</p>
      {said && <Note status="good">{said}</Note>}
      <ul className={classes.list}>
        {data.map(heard => (
          <li key={heard.topic} className={classes.row}>
            <span className={classes.who}>
              <b>{heard.topic}</b>
              <span className="bm-small bm-muted">{SOURCES[heard.source].name}</span>
              <code className={classes.message}>{heard.last_message}</code>
            </span>
            <span className={`bm-small ${classes.when}`}>
              {t('heard.messages', { count: heard.messages })}
              <span className="bm-muted">
                {t('heard.last', { age: format.age(heard.last_heard_at, dataUpdatedAt) })}
              </span>
            </span>
            <Button aria-label={t('heard.add_one', { eui: heard.topic })} onClick={() => setAdding(heard)}>
              {t('add_short')}
            </Button>
          </li>
        ))}
      </ul>
      {adding && (
        <AddTopic
          heard={adding}
          onClose={() => setAdding(null)}
          onAdded={text => {
            setSaid(text)
            setAdding(null)
          }}
        />
      )}
    </section>
  )
}
