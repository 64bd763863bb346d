import { Button } from '@mantine/core'
import { IconBeach } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Absence, Absences } from '#shared/contract/alerts/absences.ts'
import { api } from '#shared/contract/index.ts'
import { groupsScreen } from '../../groups/screens.ts'
import { useApiMutation } from '../../kit/api/query.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import classes from '../alert-delivery.module.css'
import { DeliveryCard } from '../card.tsx'
import { AbsenceForm } from './absence-form.tsx'

/** Sentence of who gets the alerts: the stand-in, or the person as always and why. */
function WhoIsTold({ absence: { problem, stand_in, both, unseen } }: { absence: Absence }) {
  const { t } = useTranslation('alert-delivery')
  const name = stand_in?.name ?? ''
  if (problem)
    return (
      <Note status={problem === 'unanswered' ? 'pending' : 'attention'}>{t(`away.problem.${problem}`, { name })}</Note>
    )
  return (
    <>
      <Note status="good">
        <p>{t('away.agreed', { name })}</p>
        <p>{t(both ? 'away.agreed_both' : 'away.agreed_only', { name })}</p>
      </Note>
      {unseen.length > 0 && (
        <p className="bm-small bm-muted">
          {name} {t('away.unseen', { places: unseen.join(', ') })}
        </p>
      )}
    </>
  )
}

function Current({ absence, onChange }: { absence: Absence; onChange: (() => void) | undefined }) {
  const { t } = useTranslation(['alert-delivery', 'form'])
  const end = useApiMutation(api.endAbsence, { refresh: [api.getAbsence] })
  const { from, until, away } = absence
  return (
    <>
      <p>
        <b>{away ? t('away.now', { until }) : t('away.planned', { from, until })}</b>
      </p>
      <WhoIsTold absence={absence} />
      {end.error && <Note status="act_now">{end.error.message || t('form:no_answer')}</Note>}
      <div className={classes.actions}>
        <Button
          size="md"
          {...(away ? {} : { variant: 'default' })}
          loading={end.isPending}
          onClick={() => end.mutate({})}
        >
          {t(away ? 'away.back' : 'away.give_up')}
        </Button>
        {onChange && (
          <Button size="md" variant="default" onClick={onChange}>
            {t('away.change')}
          </Button>
        )}
      </div>
    </>
  )
}

/** Card on which a person says that they are away, until when, and who stands in. */
export function AbsenceCard({ absences }: { absences: Absences }) {
  const { t } = useTranslation('alert-delivery')
  const [editing, setEditing] = useState(false)
  const { absence, candidates } = absences
  const isNobody = candidates.length === 0
  const edit = () => setEditing(true)
  return (
    <DeliveryCard icon={IconBeach} title={t('away.title')} text={t('away.text')}>
      {editing && !isNobody ? (
        <AbsenceForm absences={absences} onDone={() => setEditing(false)} />
      ) : (
        <>
          {absence && <Current absence={absence} onChange={isNobody ? undefined : edit} />}
          {isNobody && (
            <>
              <p>{t('away.nobody')}</p>
              <div className={classes.actions}>
                <Button size="md" variant="default" component={ScreenLink} to={linkTo(groupsScreen)}>
                  {t('away.to_groups')}
                </Button>
              </div>
            </>
          )}
          {!absence && !isNobody && (
            <div className={classes.actions}>
              <Button size="md" variant="default" onClick={edit}>
                {t('away.plan')}
              </Button>
            </div>
          )}
        </>
      )}
    </DeliveryCard>
  )
}
