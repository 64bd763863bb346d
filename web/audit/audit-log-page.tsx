import { Button, Select } from '@mantine/core'
import { IconFileTypeCsv } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { AUDIT_ACTIONS } from '#shared/rules/accounts/audit-actions.ts'
import { useUser } from '../kit/api/session.ts'
import { useChangeSearch, useScreenSearch } from '../kit/routing/link.tsx'
import { day } from '../kit/routing/parsers.ts'
import { PageHead } from '../ui/data-display/page-head.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Note } from '../ui/feedback/note.tsx'
import { PageLoading } from '../ui/feedback/page-loading.tsx'
import { DateField } from '../ui/forms/date-field.tsx'
import { SearchField } from '../ui/forms/search-field.tsx'
import classes from './audit.module.css'
import { AuditList } from './audit-list.tsx'
import { type AuditSearch, hasAuditFilters, isReversed } from './filters.ts'
import { saveAuditFile, useAuditPages } from './queries.ts'
import { auditLogScreen } from './screens.ts'

interface FiltersProps {
  search: AuditSearch
  onChange: (change: { [Name in keyof AuditSearch]?: AuditSearch[Name] | null }) => void
}

function Filters({ search, onChange }: FiltersProps) {
  const { t } = useTranslation('audit')
  return (
    <search className={classes.filters}>
      {(['user', 'object_name'] as const).map(name => (
        <SearchField
          key={name}
          label={t(`filters.${name}`)}
          search={search[name] ?? ''}
          onSearch={words => onChange({ [name]: words || null })}
        />
      ))}
      <Select
        size="md"
        aria-label={t('filters.action')}
        placeholder={t('filters.every_action')}
        clearable
        searchable
        value={search.action ?? null}
        data={AUDIT_ACTIONS.map(value => ({ value, label: t(`action.${value}`) }))}
        onChange={value => onChange({ action: AUDIT_ACTIONS.find(action => action === value) ?? null })}
      />
      {(['date_start', 'date_end'] as const).map(name => (
        <DateField
          key={name}
          clearable
          {...(name === 'date_end' && { min: day.read(search.date_start ?? '') })}
          size="md"
          aria-label={t(`filters.${name}`)}
          placeholder={t(`filters.${name}`)}
          value={search[name] ?? ''}
          onChange={text => onChange({ [name]: text || null })}
        />
      ))}
    </search>
  )
}

/** The audit log: of one's own account, places and devices; for administrators of everything. */
export default function AuditLogPage() {
  const { t } = useTranslation('audit')
  const { admin } = useUser()
  const search = useScreenSearch(auditLogScreen)
  const change = useChangeSearch(auditLogScreen)
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useAuditPages(search)
  const saving = useMutation({ mutationFn: () => saveAuditFile(search, t('title')) })
  const entries = data?.pages.flatMap(page => page.entries)
  const reset = () => void change({ user: null, object_name: null, action: null, date_start: null, date_end: null })
  return (
    <div className={classes.page}>
      <PageHead
        title={t('title')}
        text={t(admin ? 'text_all' : 'text')}
        action={
          <Button
            variant="default"
            leftSection={<IconFileTypeCsv size={20} stroke={1.8} />}
            loading={saving.isPending}
            disabled={isReversed(search)}
            onClick={() => saving.mutate()}
          >
            {t('save')}
          </Button>
        }
      />
      {saving.isError && <Note status="attention">{t('saving_failed')}</Note>}
      <Filters search={search} onChange={next => void change(next)} />
      {entries === undefined && <PageLoading />}
      {entries?.length === 0 && (
        <EmptyState
          title={t('empty.title')}
          text={t('empty.text')}
          action={hasAuditFilters(search) && <Button onClick={reset}>{t('reset')}</Button>}
        />
      )}
      {entries && entries.length > 0 && <AuditList entries={entries} />}
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('older')}
        </Button>
      )}
    </div>
  )
}
