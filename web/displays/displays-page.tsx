import { Button, Select, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResponseOf } from '#shared/contract/endpoint.ts'
import { api } from '#shared/contract/index.ts'
import { DISPLAY_DAYS, DISPLAY_LOOKS, DisplayInput, type WallDisplay } from '#shared/contract/places/displays.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { ask } from '../kit/api/api.ts'
import { queryOf, refresh, useReads } from '../kit/api/query.ts'
import { useUser } from '../kit/api/session.ts'
import { useContractForm } from '../kit/forms/form.ts'
import { useFormat } from '../kit/language/format.ts'
import { momentIn } from '../kit/language/viewer-formats.ts'
import { PageHeading } from '../kit/pages/page.tsx'
import { hrefOf, linkTo } from '../kit/routing/address.ts'
import { useScreenParams } from '../kit/routing/link.tsx'
import type { PageAddress } from '../kit/routing/screen.ts'
import { serverNow, useNow } from '../kit/time/now.ts'
import classes from '../ui/data-display/card-list.module.css'
import { QrCode } from '../ui/data-display/qr-code.tsx'
import { ShownSecret } from '../ui/data-display/shown-secret.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { ConfirmDelete } from '../ui/overlays/confirm-delete.tsx'
import { FormDialog } from '../ui/overlays/form-dialog.tsx'
import { OnceDialog } from '../ui/overlays/once-dialog.tsx'
import { StatusWord } from '../ui/status/status-word.tsx'
import { displaysScreen, wallScreen } from './screens.ts'

type Made = ResponseOf<typeof api.createDisplay>

const displaysRead = (id: number) => queryOf(api.listDisplays, { params: { id } })
const locationRead = (id: number) => queryOf(api.getLocation, { params: { id } })

export const reads = ({ params: { id } }: PageAddress) => [displaysRead(Number(id)), locationRead(Number(id))] as const

const LIFETIMES = [7, 90, DISPLAY_DAYS] as const

const linkOf = ({ secret }: Made): string => `${location.origin}${hrefOf(linkTo(wallScreen))}#${secret}`

function MakeDisplay({ id, onMade, onClose }: { id: number; onMade: (made: Made) => void; onClose: () => void }) {
  const { t } = useTranslation('displays')
  const client = useQueryClient()
  const { form, failure, busy, onSubmit } = useContractForm({
    body: DisplayInput,
    initialValues: { name: '', look: 'auto', days: String(DISPLAY_DAYS), expires_at: '' },
    toBody: ({ name, look, days }) => ({
      name,
      look,
      expires_at: new Date(serverNow() + Number(days) * DAY_MS).toISOString(),
    }),
    send: async body => {
      onMade(await ask(api.createDisplay, { params: { id }, body }))
      await refresh(client, [api.listDisplays])
    },
  })
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
      <Select
        size="md"
        allowDeselect={false}
        label={t('look')}
        data={DISPLAY_LOOKS.map(value => ({ value, label: t(`looks.${value}`) }))}
        {...form.getInputProps('look')}
      />
      <Select
        size="md"
        allowDeselect={false}
        label={t('ends')}
        data={LIFETIMES.map(count => ({ value: String(count), label: t('days', { count }) }))}
        {...form.getInputProps('days')}
        error={form.errors.expires_at}
      />
    </FormDialog>
  )
}

function MadeDisplay({ made, onClose }: { made: Made; onClose: () => void }) {
  const { t } = useTranslation('displays')
  const link = linkOf(made)
  return (
    <OnceDialog title={t('made_title', { name: made.name })} onClose={onClose}>
      <p>{t('open_on')}</p>
      <QrCode text={link} label={t('qr')} size={200} />
      <ShownSecret name="wall-link" secret={link} once={t('once')} />
      <p className="bm-small bm-muted">{t('whoever')}</p>
      <Button onClick={onClose}>{t('kept')}</Button>
    </OnceDialog>
  )
}

function DisplayCard({ display, onRevoke }: { display: WallDisplay; onRevoke: () => void }) {
  const { t } = useTranslation('displays')
  const { time_zone } = useUser()
  const format = useFormat()
  const now = useNow()
  const { name, look, tail, created_by, last_seen_at, expires_at } = display
  const isOver = Date.parse(expires_at) <= now
  return (
    <li className={`bm-card ${classes.card}`}>
      <div className={classes.facts}>
        <b>{name}</b>
        <StatusWord status={isOver ? 'no_data' : 'good'} word={t(isOver ? 'state.ended' : 'state.works')} />
        <span className="bm-muted">
          <code>…{tail}</code> · {t('made_by', { name: created_by })} · {t(`looks.${look}`)}
        </span>
        <span className="bm-muted">
          {t(isOver ? 'ended_at' : 'ends_at', { time: momentIn(expires_at, time_zone) })}
        </span>
        <span className="bm-muted">
          {last_seen_at ? t('seen', { age: format.age(last_seen_at, now) }) : t('unseen')}
        </span>
      </div>
      <Button variant="default" aria-label={t('revoke_named', { name })} onClick={onRevoke}>
        {t('revoke')}
      </Button>
    </li>
  )
}

function AskRevoke({ display, onClose, onDone }: { display: WallDisplay; onClose: () => void; onDone: () => void }) {
  const { t } = useTranslation('displays')
  return (
    <ConfirmDelete
      endpoint={api.deleteDisplay}
      id={display.id}
      refresh={[api.listDisplays]}
      title={t('revoke_title', { name: display.name })}
      action={t('revoke')}
      {...{ onDone, onClose }}
    >
      <p>{t('revoke_text')}</p>
    </ConfirmDelete>
  )
}

function Displays({ id }: { id: number }) {
  const { t } = useTranslation(['displays', 'app'])
  const [displays, location] = useReads([displaysRead(id), locationRead(id)])
  const list = useRef<HTMLUListElement>(null)
  const [making, setMaking] = useState(false)
  const [made, setMade] = useState<Made | null>(null)
  const [revoking, setRevoking] = useState<WallDisplay | null>(null)
  const add = (
    <Button leftSection={<IconPlus size={20} stroke={1.9} />} onClick={() => setMaking(true)}>
      {t('add')}
    </Button>
  )
  // The button that was pressed goes with its card.
  const revoked = () => {
    setRevoking(null)
    list.current?.focus()
  }
  const shown = (display: Made) => {
    setMaking(false)
    setMade(display)
  }
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div>
          <PageHeading>{t('app:title.displays')}</PageHeading>
          <p className="bm-muted">{t('text', { name: location.name })}</p>
        </div>
        {displays.length > 0 && add}
      </header>
      {displays.length === 0 ? (
        <EmptyState title={t('empty_title')} text={t('empty_text')} action={add} />
      ) : (
        <ul className={classes.list} ref={list} tabIndex={-1}>
          {displays.map(display => (
            <DisplayCard key={display.id} display={display} onRevoke={() => setRevoking(display)} />
          ))}
        </ul>
      )}
      {making && <MakeDisplay id={id} onMade={shown} onClose={() => setMaking(false)} />}
      {made && <MadeDisplay made={made} onClose={() => setMade(null)} />}
      {revoking && <AskRevoke display={revoking} onClose={() => setRevoking(null)} onDone={revoked} />}
    </div>
  )
}

/** Wall displays of a location: their links are made and revoked here. */
export default function DisplaysPage() {
  const { id } = useScreenParams(displaysScreen)
  return <Displays key={id} id={id} />
}
