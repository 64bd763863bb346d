import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlertRuleHistory } from '#shared/contract/alerts/alert-history.ts'
import type { AlertRule } from '#shared/contract/alerts/alert-rules.ts'
import { api } from '#shared/contract/index.ts'
import type { Location } from '#shared/contract/places/locations.ts'
import { ask } from '../../kit/api/api.ts'
import { LOCATIONS } from '../../kit/api/locations.ts'
import { useReads } from '../../kit/api/query.ts'
import { useVersion } from '../../kit/forms/use-version.ts'
import { usePageName } from '../../kit/pages/page.tsx'
import { useScreenParams, useScreenSearch } from '../../kit/routing/link.tsx'
import type { PageAddress } from '../../kit/routing/screen.ts'
import { PageLoading } from '../../ui/feedback/page-loading.tsx'
import { ALERT_LISTS, type AlertLists, ruleRead } from '../queries.ts'
import { editRuleScreen } from '../screens.ts'
import classes from './rule.module.css'
import { RuleForm } from './rule-form.tsx'
import { RuleHygiene, useHistory } from './rule-hygiene.tsx'
import { ruleValuesOf, unitOfRule, withSuggestion } from './rule-values.ts'

interface Props {
  before: AlertRule
  read: AlertLists & { locations: readonly Location[] }
  /** Suggestion from the past of the rule; null until somebody wants to try it. */
  suggestion: AlertRuleHistory['suggestion']
}

function Edit({ before, read, suggestion }: Props) {
  const { t } = useTranslation('alert-rules')
  // Values as they were when the form was filled, whatever is read later.
  const [initial] = useState(() => {
    const values = ruleValuesOf(before, unitOfRule(before, read.lists))
    return suggestion ? withSuggestion(values, suggestion) : values
  })
  const client = useQueryClient()
  const overVersion = useVersion(before, () => client.fetchQuery({ ...ruleRead(before.id), staleTime: 0 }))
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
      id={before.id}
      send={body =>
        overVersion(version => ask(api.updateAlertRule, { params: { id: before.id }, body: { ...body, version } }))
      }
      {...{ initial, read }}
    />
  )
}

export const reads = ({ params: { id } }: PageAddress) => [...ALERT_LISTS, ruleRead(Number(id)), LOCATIONS] as const

export default function EditRulePage() {
  const { id } = useScreenParams(editRuleScreen)
  const { suggested } = useScreenSearch(editRuleScreen)
  const [lists, devices, rule, locations] = useReads([...ALERT_LISTS, ruleRead(Number(id)), LOCATIONS])
  // A suggestion needs the past of the rule.
  const { data: past, isPending } = useHistory(Number(id))
  if (suggested !== undefined && isPending) return <PageLoading />
  const suggestion = suggested === undefined ? null : (past?.suggestion ?? null)
  return (
    <Edit
      key={`${id} ${suggested !== undefined}`}
      before={rule}
      read={{ lists, devices, locations }}
      suggestion={suggestion}
    />
  )
}
