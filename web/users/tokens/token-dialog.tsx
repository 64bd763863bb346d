import { Button, Checkbox, Select, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TokenInput } from '#shared/contract/accounts/tokens.ts'
import type { ResponseOf } from '#shared/contract/endpoint.ts'
import { api } from '#shared/contract/index.ts'
import { MAX_TOKEN_DAYS, SCOPES, type Scope, TOKEN_DAYS, TOLD_DAYS } from '#shared/rules/accounts/scopes.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { ask } from '../../kit/api/api.ts'
import { refresh } from '../../kit/api/query.ts'
import { useUser } from '../../kit/api/session.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { dateTimeIn } from '../../kit/language/format.ts'
import { instantOf } from '../../kit/time/instant.ts'
import { serverNow } from '../../kit/time/now.ts'
import { ShownSecret } from '../../ui/data-display/shown-secret.tsx'
import { DateField } from '../../ui/forms/date-field.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import { LeaveGuard } from '../../ui/overlays/leave-guard.tsx'
import { OnceDialog } from '../../ui/overlays/once-dialog.tsx'
import { exampleOf } from './example-call.ts'
import classes from './tokens.module.css'

type Made = ResponseOf<typeof api.createToken>

const DAYS = [7, 30, TOKEN_DAYS, MAX_TOKEN_DAYS] as const
const OWN = 'own'

/** Day that is so many days from now, on the person's clocks. */
const dayIn = (days: number, timeZone: string): string => dateTimeIn(serverNow() + days * DAY_MS, timeZone).slice(0, 10)

/** End of a day on the person's clocks; null while there is none. */
const endOfDay = (day: string, timeZone: string): string | null => {
  const next = Date.parse(day) + DAY_MS
  return Number.isNaN(next) ? null : instantOf(`${new Date(next).toISOString().slice(0, 10)}T00:00`, timeZone)
}

interface FormValues extends Record<string, unknown> {
  name: string
  scopes: Scope[]
  days: string
  expires_at: string
}

const EMPTY: FormValues = { name: '', scopes: ['read'], days: String(TOKEN_DAYS), expires_at: '' }

function MakeToken({ onMade, onClose }: { onMade: (made: Made) => void; onClose: () => void }) {
  const { t } = useTranslation('access-tokens')
  const { time_zone } = useUser()
  const client = useQueryClient()
  const { form, failure, busy, onSubmit } = useContractForm({
    body: TokenInput,
    initialValues: EMPTY,
    toBody: ({ name, scopes, days, expires_at }: FormValues) => ({
      name,
      scopes,
      expires_at:
        days === OWN ? endOfDay(expires_at, time_zone) : new Date(serverNow() + Number(days) * DAY_MS).toISOString(),
    }),
    send: async body => {
      onMade(await ask(api.createToken, { body }))
      await refresh(client, [api.listTokens])
    },
  })
  const { scopes, days } = form.values
  return (
    <FormDialog opened title={t('new_title')} action={t('make')} {...{ busy, failure, onSubmit, onClose }}>
      <TextInput
        size="md"
        autoComplete="off"
        data-autofocus
        maxLength={255}
        label={t('name')}
        description={t('name_help')}
        {...form.getInputProps('name')}
      />
      <Checkbox.Group
        label={t('scopes')}
        value={scopes}
        error={form.errors.scopes}
        onChange={chosen =>
          form.setFieldValue(
            'scopes',
            SCOPES.filter(scope => chosen.includes(scope)),
          )
        }
      >
        <div className={classes.scopes}>
          {SCOPES.map(scope => (
            <Checkbox
              key={scope}
              value={scope}
              label={
                <span className={classes.scope}>
                  <b>{t(`scope.${scope}.name`)}</b>
                  <span className="bm-muted">{t(`scope.${scope}.text`)}</span>
                </span>
              }
            />
          ))}
        </div>
      </Checkbox.Group>
      <Select
        size="md"
        allowDeselect={false}
        label={t('ends')}
        description={Number(days) > TOLD_DAYS && t('ends_help')}
        data={[
          ...DAYS.map(count => ({ value: String(count), label: t('days', { count }) })),
          { value: OWN, label: t('own_end') },
        ]}
        value={days}
        error={days === OWN ? undefined : form.errors.expires_at}
        onChange={value => form.setFieldValue('days', value ?? EMPTY.days)}
      />
      {days === OWN && (
        <DateField
          size="md"
          label={t('last_day')}
          min={dayIn(0, time_zone)}
          max={dayIn(MAX_TOKEN_DAYS, time_zone)}
          {...form.getInputProps('expires_at')}
        />
      )}
      <LeaveGuard when={form.isDirty() && !busy} />
    </FormDialog>
  )
}

function MadeToken({ made, onClose }: { made: Made; onClose: () => void }) {
  const { t } = useTranslation('access-tokens')
  return (
    <OnceDialog title={t('made_title', { name: made.name })} onClose={onClose}>
      <ShownSecret
        secret={made.token}
        once={t('once')}
        example={exampleOf(made.scopes)}
        copyExample={t('copy_example')}
      />
      <p className="bm-small bm-muted">{t('keep_secret')}</p>
      <Button onClick={onClose}>{t('kept')}</Button>
    </OnceDialog>
  )
}

/** Makes an access token, then shows it this once. */
export default function TokenDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<Made>()
  return made ? <MadeToken made={made} onClose={onClose} /> : <MakeToken onMade={setMade} onClose={onClose} />
}
