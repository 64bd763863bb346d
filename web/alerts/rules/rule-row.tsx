import { ActionIcon, Menu, Switch } from '@mantine/core'
import { IconCopy, IconDotsVertical, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlertRule } from '#shared/contract/alerts/alert-rules.ts'
import { api } from '#shared/contract/index.ts'
import { refresh, useApiMutation } from '../../kit/api/query.ts'
import { useUser } from '../../kit/api/session.ts'
import { isOvertaken } from '../../kit/forms/use-version.ts'
import { useFormat } from '../../kit/language/format.ts'
import { momentIn } from '../../kit/language/viewer-formats.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { useNow } from '../../kit/time/now.ts'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import { ConfirmDelete } from '../../ui/overlays/confirm-delete.tsx'
import { Urgency } from '../alert/alert-words.tsx'
import { type AlertLists, RULE_READS } from '../queries.ts'
import { editRuleScreen, newRuleScreen } from '../screens.ts'
import { RuleHygiene, useHistory } from './rule-hygiene.tsx'
import { inputOf } from './rule-values.ts'
import classes from './rules.module.css'
import { useSentence } from './use-sentence.ts'

interface Props {
  rule: AlertRule
  read: AlertLists
}

function DeleteRule({ rule, name, onClose }: { rule: AlertRule; name: string; onClose: () => void }) {
  const { t } = useTranslation(['alert-rules', 'ui'])
  return (
    <ConfirmDelete
      endpoint={api.deleteAlertRule}
      id={rule.id}
      refresh={RULE_READS}
      title={t('delete.title')}
      action={t('ui:delete')}
      onDone={onClose}
      onClose={onClose}
    >
      <p>
        <b>{name}</b>
      </p>
      <p>{t('delete.text')}</p>
    </ConfirmDelete>
  )
}

/** A rule in the list: what it says, how urgent, on or off, when it last fired. */
export function RuleRow({ rule, read }: Props) {
  const { t } = useTranslation(['alert-rules', 'form'])
  const format = useFormat()
  const { time_zone } = useUser()
  const now = useNow(60_000)
  const say = useSentence(read.lists)
  const [deleting, setDeleting] = useState(false)
  const lastFired = useHistory(rule.id).data?.last_fired_at
  const client = useQueryClient()
  const change = useApiMutation(api.updateAlertRule, { refresh: RULE_READS })
  const sentence = say(rule)
  const name = rule.name ?? sentence
  const { id } = rule
  const may = (what: AlertRule['may'][number]) => rule.may.includes(what)
  const switchTo = (active: boolean) =>
    change.mutate(
      { params: { id: rule.id }, body: { ...inputOf(rule), active, version: rule.version } },
      {
        onError: failure => {
          // A row that was read before somebody saved the rule is read anew: the next press is about what it says then.
          if (isOvertaken(failure)) void refresh(client, RULE_READS)
          const message = failure.message || t('form:no_answer')
          showToast({ id: `rule-${id}`, message, color: 'bad', autoClose: false })
        },
      },
    )
  return (
    <li className={`bm-card ${classes.row}`} data-off={!rule.active || undefined}>
      <div className={classes.says}>
        {may('edit') ? (
          <ScreenLink to={linkTo(editRuleScreen, { params: { id } })} className={classes.name}>
            <QuantityName name={name} />
          </ScreenLink>
        ) : (
          <span className={classes.name}>
            <QuantityName name={name} />
          </span>
        )}
        {rule.name !== null && (
          <p className="bm-muted">
            <QuantityName name={sentence} />
          </p>
        )}
        <p className={`bm-small bm-muted ${classes.meta}`}>
          <Urgency urgency={rule.urgency} />
          {rule.owner_name !== null && <span>{t('of', { name: rule.owner_name })}</span>}
          {lastFired && <span>{t('last_fired', { age: format.age(lastFired, now) })}</span>}
          {rule.recipients.length > 0 && <span>{t('and_people', { count: rule.recipients.length })}</span>}
        </p>
        {rule.lost && <Note status="attention">{t('lost')}</Note>}
        {rule.failure && rule.active && (
          <Note status="attention">
            {t(`failure.${rule.failure.reason}`, { time: momentIn(rule.failure.since, time_zone) })}
          </Note>
        )}
        {may('edit') && <RuleHygiene id={rule.id} />}
      </div>
      <Switch
        aria-label={t('switch', { name })}
        checked={change.isPending ? (change.variables.body.active ?? true) : rule.active}
        disabled={!may('edit') || change.isPending}
        onChange={event => switchTo(event.currentTarget.checked)}
      />
      <Menu position="bottom-end" shadow="sm">
        <Menu.Target>
          <ActionIcon variant="subtle" size={44} aria-label={t('actions', { name })}>
            <IconDotsVertical size={20} stroke={1.9} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {may('edit') && (
            <Menu.Item
              component={ScreenLink}
              to={linkTo(editRuleScreen, { params: { id } })}
              leftSection={<IconPencil size={18} stroke={1.8} />}
            >
              {t('do.edit')}
            </Menu.Item>
          )}
          <Menu.Item
            component={ScreenLink}
            to={linkTo(newRuleScreen, { search: { copy: id } })}
            leftSection={<IconCopy size={18} stroke={1.8} />}
          >
            {t('do.copy')}
          </Menu.Item>
          {may('delete') && (
            <Menu.Item
              className={classes.delete}
              leftSection={<IconTrash size={18} stroke={1.8} />}
              onClick={() => setDeleting(true)}
            >
              {t('do.delete')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {deleting && <DeleteRule rule={rule} name={name} onClose={() => setDeleting(false)} />}
    </li>
  )
}
