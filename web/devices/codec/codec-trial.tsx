import { Button, NumberInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CodecTrialInput, type CodecTrial as Trial } from '#shared/contract/devices/codecs.ts'
import type { Device } from '#shared/contract/devices/devices.ts'
import { api } from '#shared/contract/index.ts'
import type { RawMessage } from '#shared/contract/measurements/mappings.ts'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import { ask } from '../../kit/api/api.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { mappingScreen } from '../../measurements/screens.ts'
import { useFormattedValue } from '../../ui/data-display/formatted-value.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import classes from './codec.module.css'
import { lastPayloadIn } from './last-payload.ts'

interface Props {
  device: Device
  lists: TaxonomyLists
  messages: readonly RawMessage[]
  script: string
}

/** Tries the script that stands beside on a payload: the device's last one, or one that is pasted. */
export function CodecTrial({ device, lists, messages, script }: Props) {
  const { t } = useTranslation('codec')
  const [trial, setTrial] = useState<Trial | null>(null)
  const last = lastPayloadIn(messages)
  const { form, failure, busy, onSubmit } = useContractForm({
    body: CodecTrialInput,
    initialValues: { bytes: last?.bytes ?? '', f_port: last?.fPort ?? 1, script: '' },
    toBody: ({ bytes, f_port }) => ({ bytes, f_port, script }),
    send: async body => setTrial(await ask(api.tryDeviceCodec, { params: { id: device.id }, body })),
  })
  return (
    <form className={`bm-card ${classes.part}`} onSubmit={onSubmit} noValidate>
      <h2>{t('try')}</h2>
      <TextInput
        size="md"
        label={t('bytes')}
        description={t(last ? 'bytes_last' : 'bytes_help')}
        classNames={{ input: classes.script }}
        spellCheck={false}
        autoCapitalize="off"
        autoCorrect="off"
        {...form.getInputProps('bytes')}
      />
      <NumberInput
        size="md"
        className={classes.port}
        label={t('port')}
        min={0}
        max={255}
        allowDecimal={false}
        {...form.getInputProps('f_port')}
      />
      {failure && <Note status="act_now">{failure}</Note>}
      {form.errors.script && (
        <Note status="attention">{script.trim() === '' ? t('no_script') : form.errors.script}</Note>
      )}
      <div className={classes.ways}>
        <Button type="submit" variant="light" loading={busy}>
          {t('try_now')}
        </Button>
      </div>
      <div aria-live="polite">{trial && <Outcome {...{ device, lists, trial }} />}</div>
    </form>
  )
}

function Outcome({ device, lists, trial }: { device: Device; lists: TaxonomyLists; trial: Trial }) {
  const { t } = useTranslation('codec')
  const formatValue = useFormattedValue(new Map(lists.measurement_types.map(type => [type.abbreviation, type])))
  const names = new Map(lists.measurement_types.map(({ abbreviation, name }) => [abbreviation, name]))
  const { object, fault, text, values, refused, warnings } = trial
  if (fault)
    return (
      <Note status="act_now">
        {t(`fault.${fault}`)}
        {text && <span className={classes.said}>{text}</span>}
      </Note>
    )
  return (
    <div className={classes.outcome}>
      <ul>
        {values.map(({ abbreviation, value }) => (
          <li key={abbreviation}>
            <StatusShape status="good" size={16} />
            <b>{names.get(abbreviation) ?? abbreviation}</b>
            <span className="bm-num">{formatValue(abbreviation, value)}</span>
          </li>
        ))}
        {refused.map(({ field, message }) => (
          <li key={`${field} ${message}`}>
            <StatusShape status="attention" size={16} />
            <b className="bm-mono">{field}</b>
            <span>{message}</span>
          </li>
        ))}
        {warnings.map(warning => (
          <li key={warning}>
            <StatusShape status="attention" size={16} />
            <span>{t('warning', { text: warning })}</span>
          </li>
        ))}
      </ul>
      <p className="bm-small bm-muted">
        {t('unknown')}{' '}
        <ScreenLink className="bm-link" to={linkTo(mappingScreen, { params: { id: device.id } })}>
          {t('mapping')}
        </ScreenLink>
        .
      </p>
      <h3>{t('said')}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <pre className={classes.said} tabIndex={0}>
        {object}
      </pre>
    </div>
  )
}
