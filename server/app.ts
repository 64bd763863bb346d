import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { API_BASE, OWN_ANSWER, urlOf } from '#shared/contract/call.ts'
import { MAX_PHOTO_BYTES, PHOTO_TYPES } from '#shared/contract/measurements/photos.ts'
import { operationEndpoints } from '#shared/contract/operations.ts'
import { passOnAlertsOf } from './alerts/absence/leaving.ts'
import { absenceRoutes } from './alerts/absence/routes.ts'
import { moveAlertAddresses } from './alerts/addresses.ts'
import { alertDeliveryJobs } from './alerts/delivery/jobs.ts'
import { alarmPlanJobs } from './alerts/escalation/jobs.ts'
import { alarmPlanRoutes } from './alerts/escalation/routes.ts'
import { createAlertArrivals } from './alerts/evaluation/arrivals.ts'
import { stateOfWatch } from './alerts/evaluation/state-of-watch.ts'
import { alertJobs } from './alerts/jobs.ts'
import { alertRoutes } from './alerts/routes.ts'
import { auditJobs } from './audit/jobs.ts'
import { auditRoutes } from './audit/routes.ts'
import { backupJobs } from './backups/jobs.ts'
import { benchmarkJobs } from './benchmarks/jobs.ts'
import { benchmarkRoutes } from './benchmarks/routes.ts'
import { boardRoutes } from './boards/routes.ts'
import { calibrationRoutes } from './calibrations/calibration-routes.ts'
import { commissioningRoutes } from './commissioning/routes.ts'
import { createOwnedSince } from './custody/since.ts'
import { moveCustodies } from './custody/timeline.ts'
import { faultRoutes } from './data-quality/fault-routes.ts'
import { createKeyRing } from './devices/adding/keys.ts'
import { webhookCaller } from './devices/adding/webhook-secrets.ts'
import { fleetRoutes } from './devices/fleet-routes.ts'
import { deviceJobs } from './devices/jobs.ts'
import { deviceLimitRoutes } from './devices/limit-routes.ts'
import { deviceOwnershipRoutes } from './devices/ownership/ownership-routes.ts'
import { offeredRentals } from './devices/ownership/rentals.ts'
import { offeredDevices, releaseDevicesOf } from './devices/ownership/transfers.ts'
import { placementsAtPlaces } from './devices/placement/at-place.ts'
import { deviceRoutes } from './devices/routes.ts'
import { createDesiredSettings } from './devices/settings/desired-settings.ts'
import { deviceSettingsRoutes } from './devices/settings/device-settings-routes.ts'
import { seenInspections } from './diary/access.ts'
import { writeReadyLists } from './diary/checklists/ready-lists.ts'
import { diaryJobs } from './diary/jobs.ts'
import { lossOfInspections } from './diary/personal-data.ts'
import { diaryRoutes } from './diary/routes.ts'
import { displayJobs, endDisplaysWithOwnership } from './displays/ending.ts'
import { lossOfDisplays } from './displays/personal-data.ts'
import { displayRoutes } from './displays/routes.ts'
import { placesHistories } from './emissions/permits.ts'
import { emissionReportRoutes } from './emissions/reports/routes.ts'
import { emissionRoutes } from './emissions/routes.ts'
import { exportJobs } from './exports/jobs.ts'
import { createMaker } from './exports/making/maker.ts'
import { exportRoutes } from './exports/routes.ts'
import { deleteFeedsOf, metricsKeyOf } from './feeds/feeds.ts'
import { createHomeAssistant } from './feeds/home-assistant/publishing.ts'
import { metricsRoutes } from './feeds/metrics/routes.ts'
import { lossOfFeeds } from './feeds/personal-data.ts'
import { feedRoutes } from './feeds/routes.ts'
import { flockRoutes } from './flocks/routes.ts'
import { floorPlanJobs } from './floor-plans/jobs.ts'
import { deletePlansWithOwnership } from './floor-plans/removal.ts'
import { floorPlanRoutes } from './floor-plans/routes.ts'
import { groupJobs } from './groups/jobs.ts'
import { leaveGroupsWith, lossOfGroups, moveGroupInvitations } from './groups/leaving.ts'
import { groupRoutes } from './groups/routes.ts'
import { helpRoutes } from './help/routes.ts'
import { importRoutes } from './imports/routes.ts'
import { createArrivals } from './ingest/arrivals.ts'
import { SENML } from './ingest/bodies/bodies.ts'
import { createIngestOfShards } from './ingest/ingest-of-shards.ts'
import { withLateNotes } from './ingest/late.ts'
import { createCodecs } from './ingest/lorawan/codecs/codecs.ts'
import { codecRoutes } from './ingest/lorawan/codecs/routes.ts'
import { createCodecSandbox } from './ingest/lorawan/codecs/sandbox.ts'
import { lorawanRoutes } from './ingest/lorawan/routes.ts'
import { createDownlinks } from './ingest/lorawan/servers/downlinks.ts'
import { createMappings } from './ingest/mapping/mappings.ts'
import { createRawMessages } from './ingest/mapping/raw.ts'
import { mappingRoutes } from './ingest/mapping/routes.ts'
import { createMqtt, type Mqtt } from './ingest/mqtt/mqtt.ts'
import { mqttRoutes } from './ingest/mqtt/routes.ts'
import { takeKeptInto } from './ingest/mqtt/topics/kept.ts'
import { insightJobs } from './insights/jobs.ts'
import { insightRoutes } from './insights/routes.ts'
import { Failure } from './kit/failure.ts'
import { answerFailure, answerUnreadable } from './kit/http/answer-failure.ts'
import { type BodyLimits, createBodies } from './kit/http/bodies.ts'
import { isMonstrous } from './kit/http/json-body.ts'
import { mount } from './kit/http/mount.ts'
import { allowOrigins } from './kit/http/origins.ts'
import type { Job } from './kit/jobs.ts'
import type { Limits } from './kit/limits/limits.ts'
import { createMetrics, type Sample } from './kit/metrics.ts'
import { isoNow, type Services } from './kit/services.ts'
import { closeConnectionsAtEnd } from './kit/stopping.ts'
import { traceCalls } from './kit/telemetry/tracing.ts'
import { addressRoutes } from './locations/addresses/address-routes.ts'
import { locationJobs } from './locations/jobs.ts'
import { leaveLocationsOf, moveLocationOwners, offeredLocations, onOwnersChange } from './locations/owners.ts'
import { endPausesWithOwnership } from './locations/rounds/empty.ts'
import { roundRoutes } from './locations/rounds/routes.ts'
import { locationRoutes } from './locations/routes.ts'
import { groupShares, shareRoutes } from './locations/sharing/shares.ts'
import { manualRoutes } from './manual-measurements/routes.ts'
import { measurementJobs } from './measurements/jobs.ts'
import { forgetRemovedDevices } from './measurements/removal.ts'
import { measurementRoutes } from './measurements/routes.ts'
import { notificationJobs } from './notifications/jobs.ts'
import { closeOutbox, openOutbox } from './notifications/outbox/outbox.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { moveOffersTo } from './offers/offering.ts'
import { offerRoutes } from './offers/routes.ts'
import { createDemo, type Demo } from './operations/demo.ts'
import { operationsJobs } from './operations/jobs.ts'
import { metricsNow, operationRoutes } from './operations/routes.ts'
import { helmetOptions, mountDocs, mountWeb } from './pages.ts'
import { personalDataJobs } from './personal-data/jobs.ts'
import { dataCopyRoutes } from './personal-data/routes.ts'
import { createAddresses } from './photos/addresses.ts'
import { photoJobs } from './photos/jobs.ts'
import { forgetPhotosOfRemovedDevices } from './photos/keep.ts'
import { photoRoutes } from './photos/routes.ts'
import { whyRoutes } from './provenance/why-routes.ts'
import { createRenderer, type Renderer } from './rendering/renderer.ts'
import { renderingRoutes } from './rendering/routes.ts'
import { moveReportAddresses } from './reports/addresses.ts'
import { reportJobs } from './reports/jobs.ts'
import { reportRecipientRoutes } from './reports/recipients.ts'
import { reportRoutes } from './reports/routes.ts'
import { reportScheduleRoutes } from './reports/schedule-routes.ts'
import { endOwnershipInResearch } from './research/consents/owners-changed.ts'
import { researchJobs } from './research/jobs.ts'
import { researchNoteRoutes } from './research/notes/notes.ts'
import { leaveProjectsOf, lossOfProjects, moveResearchPeople, offeredResearch } from './research/people.ts'
import { consentRoutes, researchRoutes } from './research/routes.ts'
import { createLatest } from './series/latest.ts'
import { createKeptSince } from './series/summaries/horizon.ts'
import { settingRoutes } from './settings/routes.ts'
import { depositRoutes } from './snapshots/deposits/routes.ts'
import { snapshotJobs } from './snapshots/jobs.ts'
import { snapshotRoutes } from './snapshots/routes.ts'
import { researchDataRoutes } from './statistics/research-data.ts'
import { nightRoutes, statisticsRoutes } from './statistics/routes.ts'
import { savedSelectionRoutes } from './statistics/saved-selections.ts'
import { taxonomyRoutes } from './taxonomy/routes.ts'
import { isKnownBrowser } from './users/accounts.ts'
import { onAddressMove } from './users/address/moves.ts'
import { peopleRoutes } from './users/administration/people-routes.ts'
import { userJobs } from './users/jobs.ts'
import { oneTimeCodeRoutes } from './users/one-time-codes/one-time-code-routes.ts'
import { openIdConnectRoutes } from './users/openid-connect/oidc-routes.ts'
import { passkeyRoutes } from './users/passkeys/passkey-routes.ts'
import { reauthenticationRoutes } from './users/reauthentication/reauthentication-routes.ts'
import { beforeUserRemoval, countLossBy } from './users/removal.ts'
import { userRoutes } from './users/routes.ts'
import { endWithTokens } from './users/sign-in/other-ways-in.ts'
import { userOfToken } from './users/sign-in/sessions.ts'
import { tokenRoutes } from './users/tokens/token-routes.ts'
import { isAccessToken, userOfAccessToken } from './users/tokens/tokens.ts'
import { weatherRoutes } from './weather/routes.ts'

const BODY_LIMIT = 5 * 1024 * 1024
/** 200 MB of an import over a line of 1 Mbit/s. */
const SLOWEST_REQUEST_MS = 30 * 60_000

/** Endpoints that every process answers, also one that does only the clock's work. */
const { getHealth, getReady, getMetrics } = operationEndpoints
const STATE_PATHS = new Set([getHealth, getReady, getMetrics].map(endpoint => urlOf(endpoint, {})))

export const JOBS: Job[] = [
  ...userJobs,
  ...auditJobs,
  ...personalDataJobs,
  ...notificationJobs,
  ...displayJobs,
  ...groupJobs,
  ...locationJobs,
  ...deviceJobs,
  ...measurementJobs,
  ...exportJobs,
  ...reportJobs,
  ...insightJobs,
  ...benchmarkJobs,
  ...researchJobs,
  ...snapshotJobs,
  ...photoJobs,
  ...floorPlanJobs,
  ...diaryJobs,
  ...alertJobs,
  ...alertDeliveryJobs,
  ...alarmPlanJobs,
  ...backupJobs,
  ...operationsJobs,
]

export interface App {
  http: FastifyInstance
  demo: Demo
  mqtt: Mqtt
  renderer: Renderer
  /** All metrics as they are now. */
  metrics(): Promise<Sample[]>
  /** Writes what waits: readings, then the notes about them. */
  settle(): Promise<void>
}

/** Work on groups for an account that goes: one function for all servers of a process, as what is registered is told apart by it. */
const leaveGroupsOf = leaveGroupsWith(groupShares)

/** Bytes of an address and its headers: that of 2,000 devices, which a call may name, is half of it. */
export const LONGEST_HEAD = 32 * 1024

/** Builds the server, one line a domain. Tests start this. */
export const buildApp = async (
  services: Services,
  logger: FastifyBaseLogger,
  limits: Limits,
  options: { bodies?: BodyLimits } = {},
): Promise<App> => {
  const http = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    http: { maxHeaderSize: LONGEST_HEAD },
    trustProxy: services.environment.TRUST_PROXY,
    requestTimeout: SLOWEST_REQUEST_MS,
    forceCloseConnections: 'idle',
    // An address that cannot be read is no call and no screen: somebody who came by it gets to the first one.
    frameworkErrors: (error, request, reply) =>
      void (request.url.startsWith(API_BASE) ? answerFailure(error, request, reply) : reply.redirect('/')),
    clientErrorHandler: answerUnreadable,
  })
  traceCalls(http)
  await http.register(helmet, helmetOptions(services.environment))
  await http.register(compress, { threshold: 1024 })
  await http.register(multipart)
  http.addContentTypeParser(
    ['text/plain', 'application/x-www-form-urlencoded'],
    { parseAs: 'string' },
    (_, body, done) => done(null, body),
  )
  http.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (request, body, done) =>
    done(null, request.routeOptions.config.takesBytes ? body : body.toString()),
  )
  const parse = http.getDefaultJsonParser('error', 'error')
  http.addContentTypeParser(['application/json', SENML], { parseAs: 'string' }, (request, body: string, done) => {
    if (isMonstrous(body)) done(new Failure('unreadable_request'))
    else parse(request, body, done)
  })
  http.addContentTypeParser([...PHOTO_TYPES], { parseAs: 'buffer', bodyLimit: MAX_PHOTO_BYTES }, (_, body, done) =>
    done(null, body),
  )
  http.decorateRequest('language', undefined)
  http.addHook('onRequest', (_, reply, done) => {
    reply.header(OWN_ANSWER.name, OWN_ANSWER.value)
    done()
  })
  allowOrigins(http, services.environment.CORS_ORIGINS)
  const { ROLE } = services.environment
  if (ROLE === 'jobs' || ROLE === 'ingest')
    http.addHook('onRequest', async request => {
      const isDoor = ROLE === 'ingest' && request.routeOptions.config.isDoor === true
      if (!isDoor && !STATE_PATHS.has(request.url.split('?', 1)[0] ?? '')) throw new Failure('not_found')
    })
  http.decorateRequest('caller', undefined)
  http.setErrorHandler(answerFailure)

  const photoAddresses = createAddresses(services)
  const metrics = createMetrics()
  http.addHook('onResponse', (_, reply, done) => {
    metrics.count('barnometer_answers_total')
    if (reply.statusCode >= 500) metrics.count('barnometer_failed_answers_total')
    done()
  })
  const latest = createLatest(services)
  const ingest = withLateNotes(services, createIngestOfShards(services))
  const alertArrivals = createAlertArrivals(services)
  const arrivals = createArrivals(services, latest, metrics, alertArrivals)
  const demo = createDemo(services.environment.DATA_DIR)
  const keys = createKeyRing(services)
  const raw = createRawMessages(services)
  const sandbox = createCodecSandbox(services.log)
  http.addHook('onClose', () => sandbox.end())
  const ingestServices = {
    ingest,
    arrivals,
    desiredSettings: createDesiredSettings(services),
    mappings: createMappings(services),
    codecs: createCodecs(services, sandbox),
    raw,
    ownedSince: createOwnedSince(services),
    keptSince: createKeptSince(services),
  }
  takeKeptInto(services, ingestServices)
  const mqtt = createMqtt(services, {
    ...{ ingestServices, metrics, keyRing: keys.deviceOf },
    told: createHomeAssistant(services, latest),
    triesPerMinute: limits.perAddress,
  })
  beforeUserRemoval(passOnAlertsOf)
  beforeUserRemoval(releaseDevicesOf)
  beforeUserRemoval(leaveGroupsOf)
  beforeUserRemoval(leaveLocationsOf)
  beforeUserRemoval(leaveProjectsOf)
  onOwnersChange(endOwnershipInResearch)
  onOwnersChange(endPausesWithOwnership)
  onOwnersChange(deletePlansWithOwnership)
  onOwnersChange(endDisplaysWithOwnership)
  for (const count of [lossOfGroups, lossOfProjects, lossOfInspections, lossOfDisplays, lossOfFeeds]) countLossBy(count)
  endWithTokens(deleteFeedsOf)
  for (const move of [
    moveLocationOwners,
    moveResearchPeople,
    moveOffersTo,
    moveGroupInvitations,
    moveCustodies,
    moveAlertAddresses,
    moveReportAddresses,
  ])
    onAddressMove(move)
  forgetRemovedDevices(services, latest)
  forgetPhotosOfRemovedDevices(services)
  const flushed = (flush: () => Promise<void>) => () =>
    void flush().catch(error => services.log.error({ err: error }, 'notes not written'))
  const flushing = [
    setInterval(flushed(arrivals.flush), 1000),
    setInterval(flushed(ingest.flush), 5000),
    setInterval(flushed(raw.flush), 2000),
    setInterval(flushed(keys.flush), 2000),
  ]
  http.addHook('onClose', async () => flushing.forEach(clearInterval))
  const ending = new AbortController()
  closeConnectionsAtEnd(http, ending)

  openOutbox(services)
  http.addHook('onClose', () => closeOutbox(services))

  await writeReadyLists(services.db, isoNow(services))
  const maker = createMaker(services, ending.signal)
  http.addHook('onClose', () => maker.idle())

  const renderer = createRenderer(services.log)
  http.addHook('onClose', () => renderer.end())

  const bodies = createBodies(options.bodies)
  http.addHook('onClose', async () => bodies.stop())

  const identify = {
    user: (token: string) => (isAccessToken(token) ? userOfAccessToken : userOfToken)(services, token),
    device: keys.deviceOf,
    metrics: (secret: string) => metricsKeyOf(services, secret),
    webhook: (secret: string) => webhookCaller(services, secret),
    browser: (email: string, mark: string) => isKnownBrowser(services.db, email, mark),
  }
  mount(
    http,
    services,
    identify,
    limits,
    [
      ...userRoutes,
      ...oneTimeCodeRoutes,
      ...passkeyRoutes,
      ...reauthenticationRoutes,
      ...openIdConnectRoutes,
      ...tokenRoutes,
      ...peopleRoutes,
      ...dataCopyRoutes,
      ...auditRoutes,
      ...settingRoutes,
      ...notificationRoutes(async context => (await stateOfWatch(context)).watchedAt),
      ...taxonomyRoutes,
      ...groupRoutes(groupShares),
      ...locationRoutes(placementsAtPlaces, placesHistories),
      ...shareRoutes,
      ...roundRoutes,
      ...emissionRoutes,
      ...emissionReportRoutes,
      ...flockRoutes,
      ...addressRoutes(),
      ...deviceRoutes,
      ...fleetRoutes,
      ...deviceLimitRoutes,
      ...deviceOwnershipRoutes,
      ...offerRoutes({
        device: offeredDevices,
        rental: offeredRentals,
        location: offeredLocations,
        research: offeredResearch,
      }),
      ...deviceSettingsRoutes,
      ...researchRoutes,
      ...commissioningRoutes,
      ...consentRoutes,
      ...researchNoteRoutes,
      ...snapshotRoutes(services),
      ...depositRoutes(services),
      ...measurementRoutes({ ...ingestServices, latest, ending: ending.signal }),
      ...displayRoutes({ latest }),
      ...floorPlanRoutes(services),
      ...feedRoutes({ ending: ending.signal }),
      ...metricsRoutes,
      ...nightRoutes,
      ...weatherRoutes,
      ...statisticsRoutes,
      ...benchmarkRoutes,
      ...researchDataRoutes,
      ...savedSelectionRoutes,
      ...boardRoutes,
      ...lorawanRoutes(ingestServices, createDownlinks(services, arrivals, mqtt)),
      ...codecRoutes(ingestServices, sandbox),
      ...mappingRoutes(raw),
      ...mqttRoutes(ingestServices),
      ...importRoutes(ingestServices),
      ...manualRoutes,
      ...calibrationRoutes,
      ...exportRoutes({ maker, ending: ending.signal }),
      ...reportRoutes(services),
      ...reportScheduleRoutes,
      ...reportRecipientRoutes,
      ...alertRoutes({ latest, ending: ending.signal }),
      ...absenceRoutes,
      ...alarmPlanRoutes,
      ...faultRoutes,
      ...whyRoutes,
      ...insightRoutes,
      ...photoRoutes(photoAddresses, seenInspections),
      ...diaryRoutes(services, photoAddresses),
      ...operationRoutes({ metrics, demo, mqtt }),
      ...helpRoutes,
      ...renderingRoutes(http, renderer),
    ],
    bodies,
  )
  mountDocs(http, services)
  await mountWeb(http)

  const settle = async () => {
    await ingest.drain()
    await arrivals.flush()
    await ingest.flush()
    await alertArrivals.settle()
    await raw.flush()
    await keys.flush()
  }
  return { http, demo, mqtt, renderer, metrics: () => metricsNow(services, metrics), settle }
}
