import { Navigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlertRule } from '../../shared/contract/alert-rules.ts'
import { api } from '../../shared/contract/index.ts'
import { ask } from '../kit/api.ts'
import { usePageName } from '../kit/page.tsx'
import { ReadFailed } from '../ui/error-state.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { type AlertLists, useAlertLists, useRule } from './queries.ts'
import { RuleForm } from './rule-form.tsx'
import { valuesOf } from './rule-values.ts'

function Edit({ before, read }: { before: AlertRule; read: AlertLists }) {
  const { t } = useTranslation('alert-rules')
  // As it was when the form was filled, whatever is read later.
  const [initial] = useState(() => valuesOf(before))
  usePageName(before.name ?? undefined)
  return (
    <RuleForm
      title={before.name ?? t('edit')}
      changed={false}
      send={body => ask(api.updateAlertRule, { params: { id: before.id }, body })}
      {...{ initial, read }}
    />
  )
}

export default function EditRulePage() {
  const { id } = useParams({ strict: false }) as { id: string }
  const { read, failure, retry } = useAlertLists()
  const rule = useRule(Number(id))
  if (rule.error?.status === 404 || rule.error?.status === 422)
    return <Navigate to="/404" search={{ resource: 'rule' } as never} replace />
  if (failure) return <ReadFailed failure={failure} onRetry={retry} />
  if (rule.error && !rule.data) return <ReadFailed failure={rule.error} onRetry={() => void rule.refetch()} />
  if (!read || !rule.data || !rule.isFetchedAfterMount) return <PageLoading />
  return <Edit key={id} before={rule.data} read={read} />
}
