import { Button, Select } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Group } from '#shared/contract/accounts/groups.ts'
import { api } from '#shared/contract/index.ts'
import { type GroupShare, SHARE_RIGHTS, type ShareRight } from '#shared/contract/places/shares.ts'
import { LOCATIONS } from '../kit/api/locations.ts'
import { useApiMutation, useRead } from '../kit/api/query.ts'
import { Note } from '../ui/feedback/note.tsx'
import classes from './groups.module.css'
import { LongList } from './long-list.tsx'
import { SHARE_READS, sharesRead } from './queries.ts'

/** Choice of what a group may do at a location. */
export function RightChoice({
  label,
  visible,
  value,
  disabled,
  onChange,
}: {
  label: string
  /** True where the label stands above the field. */
  visible?: true
  value: ShareRight
  disabled?: boolean
  onChange: (right: ShareRight) => void
}) {
  const { t } = useTranslation('groups')
  return (
    <Select
      className={classes.role}
      {...(visible ? { label, size: 'md' } : { 'aria-label': label })}
      allowDeselect={false}
      disabled={disabled ?? false}
      value={value}
      data={SHARE_RIGHTS.map(right => ({ value: right, label: t(`right.${right}`) }))}
      onChange={chosen => {
        const right = SHARE_RIGHTS.find(one => one === chosen)
        if (right && right !== value) onChange(right)
      }}
    />
  )
}

function Share({ groupId, share }: { groupId: number; share: GroupShare }) {
  const { t } = useTranslation('groups')
  const set = useApiMutation(api.setLocationShare, { refresh: SHARE_READS })
  const end = useApiMutation(api.endLocationShare, { refresh: SHARE_READS })
  const params = { id: share.location_id, group_id: groupId }
  const failure = set.error ?? end.error
  const isBusy = set.isPending || end.isPending
  return (
    <li className={classes.line}>
      <span className={classes.who}>
        <b>{share.name}</b>
        <span className="bm-small bm-muted">
          {[t('areas', { count: share.areas }), ...(share.own ? [] : [t('shared_by', { name: share.shared_by })])].join(
            ' · ',
          )}
        </span>
      </span>
      {share.own ? (
        <>
          <RightChoice
            label={t('right_on', { name: share.name })}
            value={share.may}
            disabled={isBusy}
            onChange={may => set.mutate({ params, body: { may } })}
          />
          <button type="button" className="bm-link" disabled={isBusy} onClick={() => end.mutate({ params })}>
            {t('share.end')}
            <span className="bm-hidden"> {share.name}</span>
          </button>
        </>
      ) : (
        <span className="bm-tag">{t(`right.${share.may}`)}</span>
      )}
      {failure && <Note status="act_now">{failure.message || t('failed')}</Note>}
    </li>
  )
}

function NewShare({ groupId, shared }: { groupId: number; shared: readonly GroupShare[] }) {
  const { t } = useTranslation('groups')
  const [chosen, setChosen] = useState<string | null>(null)
  const [may, setMay] = useState<ShareRight>('read')
  const set = useApiMutation(api.setLocationShare, { refresh: SHARE_READS })
  const known = new Set(shared.map(({ location_id }) => location_id))
  const free = useRead(LOCATIONS).filter(one => one.may.includes('share') && !known.has(one.id))
  if (free.length === 0) return <p className="bm-small bm-muted">{t('share.nothing')}</p>
  const params = { id: Number(chosen), group_id: groupId }
  return (
    <>
      <div className={classes.form}>
        <Select
          size="md"
          searchable
          label={t('share.location')}
          placeholder={t('share.choose')}
          nothingFoundMessage={t('no_match')}
          limit={200}
          value={chosen}
          data={free.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={setChosen}
        />
        <RightChoice visible label={t('share.right')} value={may} onChange={setMay} />
        <Button
          leftSection={<IconPlus size={18} stroke={2} />}
          disabled={chosen === null}
          loading={set.isPending}
          onClick={() => set.mutate({ params, body: { may } }, { onSuccess: () => setChosen(null) })}
        >
          {t('share.action')}
        </Button>
      </div>
      {set.error && <Note status="act_now">{set.error.message || t('failed')}</Note>}
    </>
  )
}

/** Locations shared with a group; who may share adds own ones. */
export function Shares({ group }: { group: Group }) {
  const { t } = useTranslation('groups')
  const shares = useRead(sharesRead(group.id))
  return (
    <section className={`bm-card ${classes.part}`}>
      <h2>{t('share.title')}</h2>
      {shares.length === 0 && <p className="bm-muted">{t('share.none')}</p>}
      <LongList
        items={shares}
        search={t('share.search')}
        label={t('share.title')}
        textOf={({ name, shared_by }) => `${name} ${shared_by}`}
      >
        {share => <Share key={share.location_id} groupId={group.id} share={share} />}
      </LongList>
      {group.may.includes('share') && <NewShare groupId={group.id} shared={shares} />}
    </section>
  )
}
