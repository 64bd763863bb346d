import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailed } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { NewLocation } from '#shared/contract/places/locations.ts'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import { ask } from '../../kit/api/api.ts'
import { LISTS } from '../../kit/api/lists.ts'
import { refresh, useRead } from '../../kit/api/query.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { useGo } from '../../kit/routing/link.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import { LeaveGuard } from '../../ui/overlays/leave-guard.tsx'
import { DetailsTree } from '../edit/details-tree.tsx'
import { dropLocationDraft, type LocationDraft, readLocationDraft } from '../edit/draft.ts'
import { placeFields } from '../edit/fields.ts'
import { locationBody, newLocation } from '../edit/location-values.ts'
import { LocationNameFields } from '../edit/name-fields.tsx'
import { PLACE_LISTS } from '../queries.ts'
import { homeScreen } from '../screens.ts'
import { AddressFields } from './address-step.tsx'
import { AreasStep } from './areas-step.tsx'
import { CheckStep } from './check-step.tsx'
import classes from './wizard.module.css'
import { WizardActionBar } from './wizard-action-bar.tsx'
import { WizardHead } from './wizard-head.tsx'
import { stepOf, useSteps } from './wizard-steps.ts'

interface Props {
  lists: TaxonomyLists
  draft: LocationDraft | null
  onRestart: () => void
}

function Wizard({ lists, draft, onRestart }: Props) {
  const { t } = useTranslation('places')
  const go = useGo()
  const client = useQueryClient()
  const nodes = lists.location_details
  const { form, failure, busy, onSubmit } = useContractForm({
    body: NewLocation,
    initialValues: draft?.values ?? newLocation(),
    toBody: values => locationBody(values, nodes),
    send: async body => {
      const made = await ask(api.createLocation, { body }).catch(thrown => {
        // The step at fault is opened, so that the field can be seen.
        const [field = ''] = thrown instanceof CallFailed ? Object.keys(thrown.errors) : []
        if (field) steps.open(stepOf(field))
        throw thrown
      })
      dropLocationDraft()
      await refresh(client, PLACE_LISTS)
      await go(linkTo(homeScreen, { hash: `area-${made.areas[0]?.id ?? ''}` }), { ignoreBlocker: true })
      showToast({ id: 'saved', message: t('added', { name: made.name }) })
    },
  })
  const steps = useSteps(form, draft, values => locationBody(values, nodes))
  const fields = placeFields(form)
  const { step } = steps
  return (
    <form
      className={classes.wizard}
      data-step={step}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (step === 3) onSubmit(event)
        else steps.next(event.currentTarget)
      }}
    >
      <WizardHead form={form} steps={steps} />
      {draft && steps.resumed && (
        <Note status="pending">
          {t('draft.found')}{' '}
          <button type="button" className="bm-link" onClick={onRestart}>
            {t('draft.restart')}
          </button>
        </Note>
      )}
      {step === 0 && (
        <section className={`bm-card ${classes.card} ${classes.narrow}`}>
          <LocationNameFields fields={fields} lists={lists} />
        </section>
      )}
      {step === 1 && (
        <div className={classes.narrow}>
          <section className={`bm-card ${classes.card}`}>
            <AddressFields fields={fields} />
          </section>
          <section className={`bm-card ${classes.card}`}>
            <h2>{t('details')}</h2>
            <p className="bm-muted bm-small">{t('details_help')}</p>
            <DetailsTree fields={fields} nodes={nodes} />
          </section>
        </div>
      )}
      {step === 2 && <AreasStep form={form} lists={lists} />}
      {step === 3 && <CheckStep values={form.values} lists={lists} onPick={steps.open} />}
      {failure && <Note status="act_now">{failure}</Note>}
      <WizardActionBar form={form} steps={steps} busy={busy} />
      <LeaveGuard when={form.isDirty() && !busy} text={t('draft.kept')} />
    </form>
  )
}

export const reads = () => [LISTS] as const

/** A new location in four steps. */
export default function WizardPage() {
  const lists = useRead(LISTS)
  const [{ draft, run }, setRun] = useState(() => ({ draft: readLocationDraft(), run: 0 }))
  const restart = () => {
    dropLocationDraft()
    setRun({ draft: null, run: run + 1 })
  }
  return <Wizard key={run} lists={lists} draft={draft} onRestart={restart} />
}
