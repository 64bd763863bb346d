import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlertRuleHistory } from '#shared/contract/alerts/alert-history.ts'
import type { AlertRule } from '#shared/contract/alerts/alert-rules.ts'
import { api } from '#shared/contract/index.ts'
import { ask } from '../../kit/api/api.ts'
import { usePageName } from '../../kit/pages/page.tsx'
import { useScreenParams, useScreenSearch } from '../../kit/routing/link.tsx'
import { NotFound } from '../../kit/routing/not-found.tsx'
import { ReadFailed } from '../../ui/feedback/error-state.tsx'
import { PageLoading } from '../../ui/feedback/page-loading.tsx'
import { type AlertLists, useAlertLists, useRule } from '../queries.ts'
import { editRuleScreen } from '../screens.ts'
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

export default function EditRulePage() {
  const { id } = useScreenParams(editRuleScreen)
  const { read, failure, retry } = useAlertLists()
  const { suggested } = useScreenSearch(editRuleScreen)
  const rule = useRule(id)
  const history = useHistory(id)
  const past = suggested === undefined ? null : history.data
  if (rule.error?.status === 404 || rule.error?.status === 422) return <NotFound resource="rule" />
  if (failure) return <ReadFailed failure={failure} onRetry={retry} />
  if (rule.error && !rule.data) return <ReadFailed failure={rule.error} onRetry={() => void rule.refetch()} />
  if (!read || !rule.data || !rule.isFetchedAfterMount || (past === undefined && !history.error)) return <PageLoading />
  const suggestion = past?.suggestion ?? null
  return <Edit key={`${id} ${suggested !== undefined}`} before={rule.data} {...{ read, suggestion }} />
}
