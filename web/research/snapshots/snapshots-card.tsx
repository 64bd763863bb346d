import { Button } from '@mantine/core'
import { IconDownload, IconSnowflake } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import type { Snapshot } from '#shared/contract/measurements/snapshots.ts'
import type { Research } from '#shared/contract/places/research.ts'
import { ask } from '../../kit/api/api.ts'
import { LISTS } from '../../kit/api/lists.ts'
import { useRead } from '../../kit/api/query.ts'
import { followFile } from '../../kit/browser/save-file.ts'
import { failureOf } from '../../kit/forms/form.ts'
import { useFileSize } from '../../kit/language/file-size.ts'
import { useFormat } from '../../kit/language/format.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { CopyButton } from '../../ui/data-display/copy-button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { DepositDialog } from '../deposits/deposit-dialog.tsx'
import { DepositList } from '../deposits/deposit-list.tsx'
import { measurementNames, useDates } from '../projects/project-words.ts'
import classes from '../projects/projects.module.css'
import { snapshotsRead } from '../queries.ts'
import { publishedScreen } from '../screens.ts'
import { FreezeDialog } from './freeze-dialog.tsx'
import { DeleteSnapshot, PublishDialog } from './snapshot-dialogs.tsx'
import { useLicences } from './words.ts'

/** Interval of looks at what is being made (ms). */
const LOOK_MS = 1000

const isOpen = ({ status }: { status: string }): boolean => status === 'waiting' || status === 'running'
const isMade = (version: Snapshot): boolean => isOpen(version)
const isUnderWay = (version: Snapshot): boolean => isMade(version) || version.deposits.some(isOpen)

type VersionTask = 'publish' | 'deposit' | 'delete'

/** Versions of a project, newest first: checksum, citation and file of each. */
export function SnapshotsCard({ project }: { project: Research }) {
  const { t } = useTranslation('snapshots')
  const read = snapshotsRead(project.id)
  const versions = useRead(read)
  useQuery({ ...read, refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? LOOK_MS : false) })
  const [task, setTask] = useState<{ does: VersionTask; of: Snapshot } | null>(null)
  const [freezing, setFreezing] = useState(false)
  const close = () => setTask(null)
  return (
    <section className={`bm-card ${classes.card}`} aria-labelledby="frozen-versions">
      <header className={classes.line}>
        <h2 id="frozen-versions">{t('title')}</h2>
        {project.may.includes('edit') && (
          <Button
            size="compact-md"
            variant="light"
            leftSection={<IconSnowflake size={18} stroke={1.9} />}
            onClick={() => setFreezing(true)}
          >
            {t('freeze')}
          </Button>
        )}
      </header>
      <p className="bm-small bm-muted">{t('text')}</p>
      {versions.length === 0 && <p className="bm-muted">{t('none')}</p>}
      <ol className={`${classes.plain} ${classes.versions}`}>
        {versions.map(version => (
          <Version key={version.id} version={version} onTask={does => setTask({ does, of: version })} />
        ))}
      </ol>
      {freezing && <FreezeDialog project={project} onClose={() => setFreezing(false)} />}
      {task?.does === 'deposit' && <DepositDialog version={task.of} onClose={close} />}
      {task?.does === 'publish' && <PublishDialog version={task.of} onClose={close} />}
      {task?.does === 'delete' && <DeleteSnapshot version={task.of} onClose={close} />}
    </section>
  )
}

interface VersionProps {
  version: Snapshot
  onTask: (does: VersionTask) => void
}

function Version({ version, onTask }: VersionProps) {
  const { t } = useTranslation('snapshots')
  const format = useFormat()
  const dates = useDates()
  const licences = useLicences()
  const lists = useRead(LISTS)
  const [failure, setFailure] = useState<string | null>(null)
  const { status, may, title, created_at, created_by, values, devices, locations, step_seconds } = version
  const isReady = status === 'ready'
  const made = created_by ? t('made', { date: dates.time(created_at), name: created_by }) : dates.time(created_at)
  const size = [
    t('holds', {
      from: dates.day(version.from),
      until: dates.lastDay(version.until),
      values: format.number(values, 0),
    }),
    ...(isReady ? [t('devices', { count: devices }), t('locations', { count: locations })] : []),
    ...(step_seconds ? [t('step_mean', { minutes: step_seconds / 60 })] : []),
    licences(version.licence),
  ].join(' · ')
  const names = measurementNames(lists, version.measurements).join(', ')
  return (
    <li className={classes.version}>
      <div className={classes.line}>
        <b>
          {t('version', { version: version.version })}: {title}
        </b>
        <span className={classes.chips}>
          <span className="bm-tag">{t(`state.${status === 'deleted' ? 'failed' : status}`)}</span>
          {version.published_at && <span className="bm-tag">{t('state.published')}</span>}
        </span>
      </div>
      <span className="bm-small bm-muted">{made}</span>
      <span>{size}</span>
      {names !== '' && <span className="bm-small bm-muted">{t('measurements_of', { names })}</span>}
      {isMade(version) && <Progress version={version} />}
      {status === 'failed' && <Note status="act_now">{t('failed.text')}</Note>}
      {version.damage && <Note status="act_now">{t(`damage.${version.damage}`)}</Note>}
      {version.ended.length > 0 && (
        <Note status="attention">
          <b>{t('ended_title')}</b>{' '}
          {version.ended.map(({ location, from }) => t('ended', { location, date: dates.day(from) })).join(' ')}
        </Note>
      )}
      {isReady && <Cited version={version} />}
      <DepositList version={version} />
      <div className={classes.actions}>
        {isReady && may.includes('download') && <Download version={version} onFailed={setFailure} />}
        {version.published_at && (
          <>
            <Button
              size="sm"
              variant="default"
              component={ScreenLink}
              to={linkTo(publishedScreen, { params: { id: version.id } })}
            >
              {t('open_page')}
            </Button>
            <CopyButton size="sm" variant="default" text={version.url} label={t('copy_link')} />
          </>
        )}
        {may.includes('publish') && (
          <Button size="sm" variant="default" onClick={() => onTask('publish')}>
            {t('publication')}
          </Button>
        )}
        {may.includes('publish') && (
          <Button size="sm" variant="default" onClick={() => onTask('deposit')}>
            {t('deposit.open')}
          </Button>
        )}
        {may.includes('delete') && (
          <Button size="sm" variant="subtle" color="red" onClick={() => onTask('delete')}>
            {t('delete')}
            <span className="bm-hidden"> {t('version', { version: version.version })}</span>
          </Button>
        )}
      </div>
      {failure && <Note status="act_now">{failure}</Note>}
      {version.public_download && (
        <span className="bm-small bm-muted">{t('downloads', { count: version.downloads })}</span>
      )}
    </li>
  )
}

function Progress({ version: { values, values_done } }: { version: Snapshot }) {
  const { t } = useTranslation('snapshots')
  const percent = values === 0 ? 0 : Math.min(99, Math.floor((100 * values_done) / values))
  return (
    <div className={classes.coverage}>
      <span
        className={classes.bar}
        role="progressbar"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-label={t('state.running')}
      >
        <span style={{ width: `${percent}%` }} />
      </span>
      {t('progress', { percent })}
    </div>
  )
}

/** Checksum and citation, each with a button that copies it. */
function Cited({ version: { sha256, citation } }: { version: Pick<Snapshot, 'sha256' | 'citation'> }) {
  const { t } = useTranslation('snapshots')
  return (
    <dl className={classes.cited}>
      <dt>{t('checksum')}</dt>
      <dd className="bm-num">{sha256}</dd>
      <dd>
        <CopyButton size="compact-sm" variant="subtle" text={sha256 ?? ''} label={t('copy_checksum')} />
      </dd>
      <dt>{t('citation')}</dt>
      <dd>{citation.text}</dd>
      <dd>
        <CopyButton size="compact-sm" variant="subtle" text={citation.text} label={t('copy_citation')} />
        <CopyButton size="compact-sm" variant="subtle" text={citation.bibtex} label={t('copy_bibtex')} />
      </dd>
    </dl>
  )
}

interface DownloadProps {
  version: Snapshot
  onFailed: (failure: string | null) => void
}

function Download({ version: { id, bytes }, onFailed }: DownloadProps) {
  const { t } = useTranslation('snapshots')
  const size = useFileSize()
  const download = () => {
    onFailed(null)
    ask(api.createSnapshotLink, { params: { id } })
      .then(({ path }) => followFile(path))
      .catch(error => onFailed(failureOf(error, []).message ?? t('download_failed')))
  }
  return (
    <Button size="sm" leftSection={<IconDownload size={18} stroke={1.9} />} onClick={download}>
      {t('download', { size: size(bytes) })}
    </Button>
  )
}
