import { Button } from '@mantine/core'
import { IconDownload, IconFileImport, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import type { Area } from '#shared/contract/places/locations.ts'
import type { Round } from '#shared/contract/places/rounds.ts'
import { ask } from '../../kit/api/api.ts'
import { queryOf, useApiMutation } from '../../kit/api/query.ts'
import { failureOf } from '../../kit/forms/form.ts'
import { useFormat } from '../../kit/language/format.ts'
import { shownDate, unitFor } from '../../kit/language/viewer-formats.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { nowIn } from '../../kit/time/instant.ts'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import { useSome } from '../../ui/data-display/use-some.tsx'
import { QueryFailed } from '../../ui/feedback/read-boundary.tsx'
import { useUndoToast } from '../../ui/feedback/use-undo-toast.tsx'
import { Confirm } from '../../ui/overlays/confirm.tsx'
import { LazyBoundary } from '../../ui/overlays/lazy-boundary.tsx'
import { BandChart, CurveChart } from './age-chart.tsx'
import { ROUND_READS } from './queries.ts'
import classes from './rounds.module.css'
import { saveRounds } from './rounds-file.ts'

const RoundDialog = lazyPart(() => import('./round-dialog.tsx'))
const LossesDialog = lazyPart(() => import('./losses-dialog.tsx'))
const LossesImportDialog = lazyPart(() => import('./losses-import-dialog.tsx'))
const ImportDialog = lazyPart(() => import('./import-dialog.tsx'))

type OpenDialog =
  | { dialog: 'new' | 'import' }
  | { dialog: 'edit' | 'end' | 'losses' | 'import-losses' | 'delete'; round: Round }

function Facts({ round }: { round: Round }) {
  const { t } = useTranslation('rounds')
  const format = useFormat()
  const { age, animals, present, lost, put_in_later, taken_out, wanted } = round
  const band = ({ low, high }: { low: number; high: number }, unit: string, decimals: number) =>
    `${format.figure(low, decimals, unit)}–${format.value(high, decimals, unit)}`
  const facts = [
    { key: 'age', text: age === null ? null : format.number(age) },
    {
      key: 'present',
      text: t('of', { present: format.number(present), animals: format.number(animals + put_in_later) }),
    },
    { key: 'lost', text: format.value((100 * lost) / (animals + put_in_later), 1, '%') },
    { key: 'taken_out', text: taken_out === 0 ? null : format.number(taken_out) },
    { key: 'wanted_temperature', text: wanted.temperature && band(wanted.temperature, '°C', 1) },
    { key: 'wanted_humidity', text: wanted.humidity && band(wanted.humidity, '%', 0) },
    { key: 'mass', text: wanted.mass === null ? null : format.value(wanted.mass, wanted.mass < 1 ? 3 : 1, 'kg') },
  ] as const
  return (
    <dl className={classes.facts}>
      {facts.map(
        ({ key, text }) =>
          text !== null && (
            <div key={key}>
              <dt>{t(`fact.${key}`)}</dt>
              <dd className="bm-num">{text}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** Charts of what the animals of a round want by age: temperature by the own band, else by the curve; and the other own bands. */
function Wanted({ round: { curve, bands, age } }: { round: Round }) {
  const { t } = useTranslation('rounds')
  const hasOwn = bands.some(({ measure }) => measure === 't')
  return (
    <>
      {curve && !hasOwn && <CurveChart curve={curve} age={age} />}
      {bands.map(band => (
        <figure key={band.measure} className={classes.own}>
          <figcaption className="bm-small bm-muted">
            <QuantityName name={t('bands.of', { name: t(`bands.measure.${band.measure}`, { unit: unitFor('°C') }) })} />
          </figcaption>
          <BandChart band={band} age={age} />
        </figure>
      ))}
    </>
  )
}

function OneRound({ round, onShow }: { round: Round; onShow: (openDialog: OpenDialog) => void }) {
  const { t } = useTranslation(['rounds', 'ui'])
  const running = round.state === 'running'
  const mayEdit = round.may.includes('edit')
  const last = round.date_out && shownDate(round.date_out)
  const days = `${shownDate(round.date_in)} – ${last ?? ''}`.trim()
  return (
    <li className={classes.round}>
      <h4>{[round.name, days].filter(Boolean).join(', ')}</h4>
      <p className="bm-small bm-muted">{t(`state.${round.state}`)}</p>
      <Facts round={round} />
      {running && <Wanted round={round} />}
      <div className="bm-row bm-wrap">
        {mayEdit && running && (
          <Button size="md" onClick={() => onShow({ dialog: 'losses', round })}>
            {t('losses.new')}
          </Button>
        )}
        {mayEdit && running && round.date_out === null && (
          <Button size="md" variant="default" onClick={() => onShow({ dialog: 'end', round })}>
            {t('end')}
          </Button>
        )}
        {mayEdit && round.state === 'ended' && (
          <Button size="md" variant="default" onClick={() => onShow({ dialog: 'losses', round })}>
            {t('losses.all')}
          </Button>
        )}
        {mayEdit && (
          <Button size="md" variant="default" onClick={() => onShow({ dialog: 'edit', round })}>
            {t('change')}
            <span className="bm-hidden"> {days}</span>
          </Button>
        )}
        {round.may.includes('delete') && (
          <Button size="md" variant="subtle" color="red" onClick={() => onShow({ dialog: 'delete', round })}>
            {t('ui:delete')}
            <span className="bm-hidden"> {days}</span>
          </Button>
        )}
      </div>
    </li>
  )
}

function DeleteRound({ round, onClose }: { round: Round; onClose: () => void }) {
  const { t } = useTranslation(['rounds', 'ui'])
  const remove = useApiMutation(api.deleteRound, { refresh: ROUND_READS })
  const tell = useUndoToast(ROUND_READS)
  const params = { id: round.id }
  const done = () => {
    onClose()
    tell(`round-${round.id}`, t('deleted'), () => ask(api.restoreRound, { params }))
  }
  return (
    <Confirm
      opened
      title={t('delete_title', { day: shownDate(round.date_in) })}
      action={t('ui:delete')}
      busy={remove.isPending}
      failure={remove.error && failureOf(remove.error, []).message}
      onConfirm={() => remove.mutate({ params }, { onSuccess: done })}
      onClose={onClose}
    >
      <p>{t('delete_text')}</p>
    </Confirm>
  )
}

/** Rounds listed before somebody asks for more: those of two years of a broiler barn. */
const SHOWN = 14

interface Props {
  area: Pick<Area, 'id' | 'name' | 'may'>
  /** Key of the kind of animal. */
  species: string
  timeZone: string
}

/** Rounds of an area: the one that runs, those that were and those to come. */
export default function RoundsCard({ area, species, timeZone }: Props) {
  const { t } = useTranslation('rounds')
  const format = useFormat()
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null)
  const rounds = useQuery(queryOf(api.listRounds, { params: { id: area.id } }))
  const today = nowIn(timeZone).slice(0, 10)
  const mayEdit = area.may.includes('edit')
  const close = () => setOpenDialog(null)
  const list = rounds.data ?? []
  const [some, more] = useSome(list, SHOWN)
  return (
    <section className={`bm-card ${classes.card}`} aria-labelledby="rounds">
      <h3 id="rounds">{t('title')}</h3>
      <p className="bm-muted">{t('text')}</p>
      <div className="bm-row bm-wrap">
        {mayEdit && (
          <>
            <Button
              size="md"
              leftSection={<IconPlus size={20} stroke={2} />}
              onClick={() => setOpenDialog({ dialog: 'new' })}
            >
              {t('new')}
            </Button>
            <Button
              size="md"
              variant="default"
              leftSection={<IconFileImport size={20} stroke={1.8} />}
              onClick={() => setOpenDialog({ dialog: 'import' })}
            >
              {t('import.title')}
            </Button>
          </>
        )}
        {list.length > 0 && (
          <Button
            size="md"
            variant="default"
            leftSection={<IconDownload size={20} stroke={1.8} />}
            onClick={() => void saveRounds(list, area.name, format.language, t)}
          >
            {t('export')}
          </Button>
        )}
      </div>
      <QueryFailed query={rounds} />
      {rounds.data && list.length === 0 && <p className="bm-muted">{t('none')}</p>}
      <ul className={classes.list}>
        {some.map(round => (
          <OneRound key={round.id} round={round} onShow={setOpenDialog} />
        ))}
      </ul>
      {more && <div>{more}</div>}
      <LazyBoundary onFailed={close}>
        {(openDialog?.dialog === 'new' || openDialog?.dialog === 'edit' || openDialog?.dialog === 'end') && (
          <RoundDialog
            areaId={area.id}
            species={species}
            round={'round' in openDialog ? openDialog.round : null}
            ending={openDialog.dialog === 'end'}
            today={today}
            onClose={close}
          />
        )}
        {openDialog?.dialog === 'losses' && (
          <LossesDialog
            round={openDialog.round}
            today={today}
            onImport={() => setOpenDialog({ dialog: 'import-losses', round: openDialog.round })}
            onClose={close}
          />
        )}
        {openDialog?.dialog === 'import-losses' && <LossesImportDialog round={openDialog.round} onClose={close} />}
        {openDialog?.dialog === 'import' && <ImportDialog areaId={area.id} species={species} onClose={close} />}
        {openDialog?.dialog === 'delete' && <DeleteRound round={openDialog.round} onClose={close} />}
      </LazyBoundary>
    </section>
  )
}
