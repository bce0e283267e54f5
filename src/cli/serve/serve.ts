import cluster from 'node:cluster'
import Fastify from 'fastify'
import type { Logger } from 'pino'
import { buildApp } from '../../app.ts'
import { type OpenContext, openContext } from '../../compose.ts'
import { type Config, loadConfig } from '../../config/load.ts'
import { httpUrlOf } from '../../config/values.ts'
import { makeSetupCode } from '../../domain/registration/first-administrator.ts'
import { Metrics } from '../../http/observe/metrics.ts'
import { openTraces } from '../../http/observe/open-traces.ts'
import { startWatchingClock } from '../../jobs/clock.ts'
import { startReadingDefaultSkins } from '../../jobs/default-skins.ts'
import { startSendingMail } from '../../jobs/mail.ts'
import { startReadingKeys } from '../../jobs/neighbour-keys.ts'
import { startNoticingDevices } from '../../jobs/new-devices.ts'
import { startFillingOfflineUuids } from '../../jobs/offline-uuids.ts'
import { startAskingMembers } from '../../jobs/provider-sync.ts'
import { startSealing } from '../../jobs/seal.ts'
import { startSweeping } from '../../jobs/sweep.ts'
import { startCheckingForUpdates } from '../../jobs/updates.ts'
import { startDelivering } from '../../jobs/webhooks.ts'
import { startCountingWorn } from '../../jobs/worn-counts.ts'
import { monotonicClock, systemClock } from '../../lib/measure/clock.ts'
import { minuteMs } from '../../lib/measure/units.ts'
import { letYoungGenerationGrow } from '../../lib/process/heap.ts'
import { deferThreadPool } from '../../lib/process/thread-pool.ts'
import { openMailTransport } from '../../mail/transport.ts'
import { LinkDoor } from '../../wire/link-door/door.ts'
import { buildOperators } from '../../wire/operators/operators.ts'
import type { Output } from '../line/output.ts'
import { ignoreHangup } from './hangup.ts'
import { drain, listen } from './listen.ts'
import { loadTheRestLater } from './load-later.ts'
import { flushed, openLog } from './log.ts'
import { lockDatabase } from './one-service.ts'
import { warnOfOpenFiles } from './open-files.ts'
import { startFields } from './start-line.ts'
import { stopSignal } from './stop-signal.ts'
import { tellSystemd } from './systemd.ts'
import { refuseUnsetStore } from './texture-store.ts'
import { refuseTornLog } from './torn-log.ts'
import { Workers } from './workers.ts'

/** Each sweep deletes what has expired since the last one. */
const sweepIntervalMs = minuteMs

/** Until an entry of the audit log is sealed, a change to it goes unnoticed. */
const sealIntervalMs = 5000

/** People wait for the emails that they asked for. */
const mailIntervalMs = 1000

const newDeviceIntervalMs = 10_000

/** The keys of a neighbour that was just added are read this soon. */
const keysIntervalMs = 2000

/** The job itself checks once a day. */
const updateIntervalMs = minuteMs

/** The job itself asks about each member every six hours, and continues where it stopped. */
const membersIntervalMs = 5000

/** After a start on an older database, profiles are found by their UUIDs of offline mode this soon. */
const offlineUuidsIntervalMs = 5000

/** The most worn textures of the library are in this order from some minutes ago. */
const wornIntervalMs = 5 * minuteMs

/** Well within the minute that is promised, and shorter, as instances read at different times. */
const defaultSkinsIntervalMs = 10_000

const clockIntervalMs = 5000

/** Receivers get events within seconds. */
const webhookIntervalMs = 1000

const mainListener = { host: 'NORN_HOST', port: 'NORN_PORT' }
const linkListener = { host: 'NORN_LINK_LISTEN', port: 'NORN_LINK_LISTEN' }
const operatorsListener = { host: 'NORN_METRICS_LISTEN', port: 'NORN_METRICS_LISTEN' }

/** The part that serves the public: this process, or the workers that it supervises. */
interface Front {
  /** Resolves with the address as a URL once it serves. */
  listen(): Promise<string>
  isServing(): boolean
  /** Finishes the requests in flight. */
  close(): Promise<void>
}

export async function serve(_: object, output: Output): Promise<void> {
  const loaded = loadConfig()
  const { config } = loaded
  const log = await openLog(config, output.json ? process.stderr : process.stdout)
  ignoreHangup(log)
  const { worker } = cluster
  if (worker) return work(config, log.child({ worker: worker.id }), worker.id)
  logCrashes(log)
  for (const warning of loaded.warnings) log.warn(warning)
  const stop = stopSignal((message) => log.warn(message))

  await deferThreadPool()
  using _held = await lockDatabase(config.databaseUrl)
  refuseTornLog(config.databaseUrl, log)
  const spans = config.workers > 1 ? undefined : await openTraces(config, log)
  await using context = await openContext(config, { log, spans })
  context.databaseHealth.logTo(log)
  await refuseUnsetStore(context)
  await warnOfOpenFiles(config.databaseUrl, log)
  const metrics = new Metrics(context)
  const front = config.workers > 1 ? await workersFront(config, log, metrics) : singleFront(context, metrics)
  const operators = buildOperators(context, metrics, () => front.isServing())
  const door = config.linkListen === 'off' ? undefined : new LinkDoor(context, monotonicClock)
  try {
    const address = await front.listen()
    context.listensAt(address)
    const { metricsListen } = config
    const operatorsAt =
      metricsListen === 'off' ? 'off' : await listen(operators, metricsListen, operatorsListener)
    const links =
      config.linkListen === 'off' || !door ? undefined : await listen(door, config.linkListen, linkListener)
    const stopJobs = [
      startSweeping(context, sweepIntervalMs),
      startSealing(context, sealIntervalMs),
      startNoticingDevices(context, newDeviceIntervalMs),
      startReadingKeys(context, keysIntervalMs),
      startCheckingForUpdates(context, updateIntervalMs),
      startAskingMembers(context, membersIntervalMs),
      startReadingDefaultSkins(context, defaultSkinsIntervalMs),
      startFillingOfflineUuids(context, offlineUuidsIntervalMs),
      startWatchingClock(log, systemClock, monotonicClock, clockIntervalMs),
      startCountingWorn(context, wornIntervalMs),
    ]
    const transport = openMailTransport(config, context.baseUrl, () => context.settings.serverName)
    const stopSendingMail = startSendingMail(context, transport, mailIntervalMs)
    const stopDelivering = startDelivering(context, webhookIntervalMs)

    const ready = {
      baseUrl: context.baseUrl(),
      address,
      operators: operatorsAt,
      links: links?.replace('http://', ''),
    }
    always(log).info(
      await startFields(context, loaded, ready, output.surroundings),
      `listening: ${ready.baseUrl}`,
    )
    await offerSetup(context, ready.baseUrl, log)
    if (output.json) output.object(ready)
    tellSystemd(log)
    letYoungGenerationGrow()
    if (config.workers === 1) loadTheRestLater(context)
    log.info({ signal: await stop }, 'stopping')
    for (const stopJob of stopJobs) stopJob()
    await Promise.all([stopSendingMail(), stopDelivering()])
  } finally {
    // The operators' listener closes last, so that operators can watch the shutdown.
    await door?.close()
    await front.close()
    await spans?.close()
    await drain(operators)
  }
  log.info('stopped')
  await flushed(log)
}

function singleFront(context: OpenContext, metrics: Metrics): Front {
  const app = buildApp(context, metrics)
  return {
    listen: () => listen(app, context.config, mainListener),
    isServing: () => true,
    close: () => drain(app),
  }
}

async function workersFront(config: Config, log: Logger, metrics: Metrics): Promise<Front> {
  const workers = new Workers(log)
  await metrics.gather('primary')
  return {
    async listen() {
      // A port that can't be used is reported once, not by each worker.
      const probe = Fastify()
      await listen(probe, config, mainListener)
      await probe.close()
      return httpUrlOf({ host: config.host, port: await workers.start(config.workers) })
    },
    isServing: () => workers.listening > 0,
    close: () => workers.stop(),
  }
}

/** Runs one of several processes on the port. The first one sweeps and serves the operators. */
async function work(config: Config, log: Logger, id: number): Promise<void> {
  logCrashes(log)
  const stop = stopSignal((message) => log.warn(message))
  await deferThreadPool()
  const spans = await openTraces(config, log, id)
  await using context = await openContext(config, { log, spans })
  context.databaseHealth.logTo(log)
  const metrics = new Metrics(context)
  await metrics.gather(String(id))
  const app = buildApp(context, metrics)
  try {
    context.listensAt(await listen(app, config, mainListener))
    log.info('worker is ready')
    letYoungGenerationGrow()
    loadTheRestLater(context)
    const stopReading = startReadingDefaultSkins(context, defaultSkinsIntervalMs)
    await stop
    stopReading()
  } finally {
    await drain(app)
    await spans?.close()
    process.disconnect()
  }
  log.info('worker has stopped')
  await flushed(log)
}

/** Returns a logger for lines that appear at every level but `silent`, since scripts and people wait for them. */
const always = (log: Logger): Logger => (log.level === 'silent' ? log : log.child({}, { level: 'info' }))

function logCrashes(log: Logger): void {
  process.on('uncaughtExceptionMonitor', (error) => log.fatal({ err: error }, 'crashed'))
}

/** Logs a code with which somebody makes the first administrator. Without one, or the line, the service runs all the same. */
async function offerSetup(context: OpenContext, baseUrl: string, log: Logger): Promise<void> {
  if (!log.isLevelEnabled('info')) return
  try {
    const code = await makeSetupCode(context)
    if (code === undefined) return
    log.info({ code }, `no administrator yet: within an hour, open ${baseUrl}/setup with this code`)
  } catch (error) {
    log.warn({ err: error }, 'no code for the first administrator could be made')
  }
}
