import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isNotFound, urlOf } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import type { PublishedSnapshot } from '#shared/contract/measurements/snapshots.ts'
import { frozenDay, frozenDays } from '#shared/rules/research/frozen-days.ts'
import { licenceTextOf } from '#shared/rules/research/licences.ts'
import { queryOf } from '../../kit/api/query.ts'
import { useFileSize } from '../../kit/language/file-size.ts'
import { useFormat } from '../../kit/language/format.ts'
import { PageHeading, usePageName } from '../../kit/pages/page.tsx'
import { useScreenParams } from '../../kit/routing/link.tsx'
import { CopyButton } from '../../ui/data-display/copy-button.tsx'
import { RichText } from '../../ui/data-display/rich-text.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { PageLoading } from '../../ui/feedback/page-loading.tsx'
import { QueryFailed } from '../../ui/feedback/read-boundary.tsx'
import { Logo } from '../../ui/icons/logo.tsx'
import projectClasses from '../projects/projects.module.css'
import { publishedScreen } from '../screens.ts'
import classes from './published.module.css'

function Facts({ version }: { version: PublishedSnapshot }) {
  const { t } = useTranslation('snapshots')
  const format = useFormat()
  const { licence, authors, institution, values, devices, locations, names, step_seconds } = version
  const text = licenceTextOf(licence)
  return (
    <dl className={projectClasses.facts}>
      <Fact name={t('page.authors')}>{authors.join(', ')}</Fact>
      {institution && <Fact name={t('page.institution')}>{institution}</Fact>}
      {version.doi && (
        <Fact name="DOI">
          <a href={`https://doi.org/${version.doi}`}>{version.doi}</a>
        </Fact>
      )}
      <Fact name={t('page.licence')}>
        {text ? (
          <a href={text.url} rel="license noreferrer">
            {text.name}
          </a>
        ) : (
          t('licence.all_rights_reserved')
        )}
      </Fact>
      <Fact name={t('page.period')}>{t('page.days', frozenDays(version, version.time_zone))}</Fact>
      <Fact name={t('page.size')}>
        {[
          t('preview.values', { count: values, values: format.number(values, 0) }),
          t('devices', { count: devices }),
          t('locations', { count: locations }),
          ...(step_seconds ? [t('step_mean', { minutes: step_seconds / 60 })] : []),
        ].join(', ')}
      </Fact>
      <Fact name={t('page.measurements')}>{version.measurements.map(key => names[key] ?? key).join(', ')}</Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Coverage({ version: { coverage, places, names } }: { version: PublishedSnapshot }) {
  const { t } = useTranslation('snapshots')
  const format = useFormat()
  return (
    <section className={`bm-card ${projectClasses.card}`}>
      <h2 id="coverage">{t('page.coverage')}</h2>
      <p className="bm-small bm-muted">{t('page.coverage_text')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
      <section className={projectClasses.scroll} tabIndex={0} aria-labelledby="coverage">
        <table className={projectClasses.table}>
          <thead>
            <tr>
              {(['device', 'area', 'location', 'measurement', 'values', 'share'] as const).map(name => (
                <th key={name} scope="col">
                  {t(`page.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {coverage.map(one => (
              <tr key={`${one.placement} ${one.measurement}`}>
                <th scope="row">{one.device}</th>
                <td>{one.area}</td>
                <td>{one.location}</td>
                <td>{names[one.measurement] ?? one.measurement}</td>
                <td className="bm-num">{format.number(one.values, 0)}</td>
                <td className="bm-num">{one.coverage === null ? '–' : `${Math.round(one.coverage * 100)} %`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="bm-small bm-muted">
        {places
          .flatMap(({ location, lat, lon }) =>
            lat === null || lon === null
              ? []
              : [t('page.near', { location, lat: format.number(lat, 2), lon: format.number(lon, 2) })],
          )
          .join('; ')}
      </p>
    </section>
  )
}

function Page({ id, version }: { id: number; version: PublishedSnapshot }) {
  const { t } = useTranslation('snapshots')
  const size = useFileSize()
  const { title, aim, purpose, citation, sha256, ended, damage, time_zone } = version
  const dayOf = (time: string) => frozenDay(time, time_zone)
  usePageName(title)
  return (
    <main className={classes.page}>
      <header className={classes.head}>
        <Logo size={36} />
        <span>{t('page.made_with')}</span>
      </header>
      <section className={`bm-card ${projectClasses.card}`}>
        <div className={projectClasses.line}>
          <PageHeading>{title}</PageHeading>
          <span className={projectClasses.chips}>
            <span className="bm-tag">{t('page.dataset')}</span>
            <span className="bm-tag">{t('version', { version: version.version })}</span>
          </span>
        </div>
        <p className="bm-small bm-muted">
          {t('page.frozen', { date: dayOf(version.created_at) })},{' '}
          {t('page.published', { date: dayOf(version.published_at) })}
        </p>
        <Facts version={version} />
        {damage && <Note status="act_now">{t(`damage.${damage}`)}</Note>}
        {ended.length > 0 && (
          <Note status="attention">
            <b>{t('ended_title')}</b>{' '}
            {ended.map(({ location, from }) => t('ended', { location, date: dayOf(from) })).join(' ')}
          </Note>
        )}
        {version.download ? (
          <div className={projectClasses.actions}>
            <Button
              component="a"
              href={urlOf(api.getPublishedFile, { params: { id } })}
              leftSection={<IconDownload size={19} stroke={1.9} />}
            >
              {t('download', { size: size(version.bytes) })}
            </Button>
          </div>
        ) : (
          <p className="bm-muted">{t('page.no_download')}</p>
        )}
      </section>
      {(aim || purpose) && (
        <section className={`bm-card ${projectClasses.card}`}>
          <h2>{t('page.about')}</h2>
          {aim && <p className={projectClasses.lines}>{aim}</p>}
          {purpose && <RichText text={purpose} />}
        </section>
      )}
      <section className={`bm-card ${projectClasses.card}`}>
        <h2>{t('page.cite')}</h2>
        <p className={classes.wrap}>{citation.text}</p>
        <pre className={classes.bibtex}>{citation.bibtex}</pre>
        <div className={projectClasses.actions}>
          <CopyButton variant="default" text={citation.text} label={t('copy_citation')} />
          <CopyButton variant="default" text={citation.bibtex} label={t('copy_bibtex')} />
        </div>
        <p className={classes.wrap}>
          <b>{t('checksum')}</b> <span className="bm-num">{sha256}</span>
        </p>
        <div className={projectClasses.actions}>
          <CopyButton variant="default" text={sha256 ?? ''} label={t('copy_checksum')} />
        </div>
      </section>
      <Coverage version={version} />
    </main>
  )
}

/** The public page of a version: what it is, how to cite it, and the file where the project gives it to everybody. */
export default function PublishedPage() {
  const { t } = useTranslation('snapshots')
  const { id } = useScreenParams(publishedScreen)
  const read = useQuery(queryOf(api.getPublishedSnapshot, { params: { id } }))
  if (read.error && isNotFound(read.error))
    return <EmptyState page title={t('page.gone_title')} text={t('page.gone_text')} />
  if (read.data) return <Page id={id} version={read.data} />
  return read.error ? <QueryFailed query={read} /> : <PageLoading />
}
