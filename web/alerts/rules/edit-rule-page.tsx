import { useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlertRuleHistory } from '#shared/contract/alerts/alert-history.ts'
import type { AlertRule } from '#shared/contract/alerts/alert-rules.ts'
import { api } from '#shared/contract/index.ts'
import type { Address } from '../../app/routing/screens.ts'
import { ask } from '../../kit/api/api.ts'
import { useReads } from '../../kit/api/query.ts'
import { usePageName } from '../../kit/pages/page.tsx'
import { PageLoading } from '../../ui/feedback/page-loading.tsx'
import { ALERT_LISTS, type AlertLists, ruleRead } from '../queries.ts'
import classes from './rule.module.css'
import { RuleForm } from './rule-form.tsx'
import { RuleHygiene, useHistory } from './rule-hygiene.tsx'
import { valuesOf, withSuggestion } from './rule-values.ts'

interface Props {
  before: AlertRule
  read: AlertLists
  /** Suggestion from the past of the rule; null until somebody wants to try it. */
  suggestion: AlertRuleHistory['suggestion']
}

function Edit({ before, read, suggestion }: Props) {
  const { t } = useTranslation('alert-rules')
  // Values as they were when the form was filled, whatever is read later.
  const [initial] = useState(() => (suggestion ? withSuggestion(valuesOf(before), suggestion) : valuesOf(before)))
  usePageName(before.name ?? undefined)
  return (
    <RuleForm
      title={before.name ?? t('edit')}
      changed={suggestion !== null}
      past={
        <section className={`bm-card ${classes.part}`}>
          <RuleHygiene id={before.id} hours filledIn={suggestion !== null} />
        </section>
      }
      send={body => ask(api.updateAlertRule, { params: { id: before.id }, body })}
      {...{ initial, read }}
    />
  )
}

export const reads = ({ params: { id } }: Address) => [...ALERT_LISTS, ruleRead(Number(id))] as const

export default function EditRulePage() {
  const { id } = useParams({ strict: false }) as { id: string }
  const { suggested } = useSearch({ strict: false }) as { suggested?: unknown }
  const [lists, devices, rule] = useReads([...ALERT_LISTS, ruleRead(Number(id))])
  // Without the past of the rule there is nothing to suggest.
  const { data: past, isPending } = useHistory(Number(id))
  if (suggested !== undefined && isPending) return <PageLoading />
  const suggestion = suggested === undefined ? null : (past?.suggestion ?? null)
  return (
    <Edit key={`${id} ${suggested !== undefined}`} before={rule} read={{ lists, devices }} suggestion={suggestion} />
  )
}
