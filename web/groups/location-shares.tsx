import { Button, Select } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import type { LocationShare, ShareRight } from '#shared/contract/places/shares.ts'
import { useApiMutation, useReads } from '../kit/api/query.ts'
import { linkTo } from '../kit/routing/address.ts'
import { ScreenLink } from '../kit/routing/link.tsx'
import { Note } from '../ui/feedback/note.tsx'
import classes from './groups.module.css'
import { GROUPS, locationSharesRead, SHARE_READS } from './queries.ts'
import { groupScreen, groupsScreen } from './screens.ts'
import { RightChoice } from './shares.tsx'

interface Props {
  location: { id: number; name: string }
}

function Share({ location, share, isIn }: Props & { share: LocationShare; isIn: boolean }) {
  const { t } = useTranslation('groups')
  const set = useApiMutation(api.setLocationShare, { refresh: SHARE_READS })
  const end = useApiMutation(api.endLocationShare, { refresh: SHARE_READS })
  const params = { id: location.id, group_id: share.group_id }
  const failure = set.error ?? end.error
  const isBusy = set.isPending || end.isPending
  return (
    <li className={classes.line}>
      <span className={classes.who}>
        {isIn ? (
          <ScreenLink to={linkTo(groupScreen, { params: { id: share.group_id } })} className="bm-link">
            {share.group_name}
          </ScreenLink>
        ) : (
          <b>{share.group_name}</b>
        )}
        <span className="bm-small bm-muted">
          {t('people', { count: share.people })} · {t('shared_by', { name: share.shared_by })}
        </span>
      </span>
      {isIn ? (
        <RightChoice
          label={t('right_on', { name: share.group_name })}
          value={share.may}
          disabled={isBusy}
          onChange={may => set.mutate({ params, body: { may } })}
        />
      ) : (
        <span className="bm-tag">{t(`right.${share.may}`)}</span>
      )}
      <button type="button" className="bm-link" disabled={isBusy} onClick={() => end.mutate({ params })}>
        {t('share.end')}
        <span className="bm-hidden"> {share.group_name}</span>
      </button>
      {failure && <Note status="act_now">{failure.message || t('failed')}</Note>}
    </li>
  )
}

/** Groups a location is shared with, for its owners. */
export function LocationShares({ location }: Props) {
  const { t } = useTranslation('groups')
  const [groups, shares] = useReads([GROUPS, locationSharesRead(location.id)])
  const [chosen, setChosen] = useState<string | null>(null)
  const [may, setMay] = useState<ShareRight>('read')
  const set = useApiMutation(api.setLocationShare, { refresh: SHARE_READS })
  const known = new Set(shares.map(({ group_id }) => group_id))
  const free = groups.filter(group => group.may.includes('share') && !known.has(group.id))
  const params = { id: location.id, group_id: Number(chosen) }
  return (
    <section className={`bm-card ${classes.part}`}>
      <h2>{t('at_location.title')}</h2>
      {shares.length === 0 && <p className="bm-muted">{t('at_location.none')}</p>}
      <ul className={classes.lines} aria-label={t('at_location.title')}>
        {shares.map(share => (
          <Share
            key={share.group_id}
            location={location}
            share={share}
            isIn={groups.some(group => group.id === share.group_id && group.may.includes('share'))}
          />
        ))}
      </ul>
      {free.length > 0 ? (
        <div className={classes.form}>
          <Select
            size="md"
            label={t('at_location.group')}
            placeholder={t('share.choose')}
            value={chosen}
            data={free.map(({ id, name }) => ({ value: String(id), label: name ?? '' }))}
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
      ) : (
        <p className="bm-small bm-muted">
          {t('at_location.no_group')}{' '}
          <ScreenLink to={linkTo(groupsScreen)} className="bm-link">
            {t('at_location.to_groups')}
          </ScreenLink>
        </p>
      )}
      {set.error && <Note status="act_now">{set.error.message || t('failed')}</Note>}
    </section>
  )
}
