import { buildApp } from '../app.ts'
import { openServices } from '../compose.ts'
import { startSweeping } from '../domain/sweep.ts'
import { Metrics } from '../http/metrics.ts'
import { buildOperators } from '../http/operators.ts'
import { drain, listen } from './listen.ts'
import { openLog } from './log.ts'
import type { Output } from './output.ts'
import { configFor } from './services.ts'
import { stopSignal } from './stop-signal.ts'

/** Every minute; each sweep deletes what has run out since the last. */
const sweepInterval = 60_000

export async function serve(_: object, output: Output): Promise<void> {
  const { config } = configFor(output)
  const log = openLog(config.logLevel, output.json ? process.stderr : process.stdout)
  process.on('uncaughtExceptionMonitor', (error) => log.fatal({ err: error }, 'crashed'))
  if (config.workers > 1)
    log.warn(`NORN_WORKERS is ${config.workers}, but this version serves from one process`)
  const stop = stopSignal((message) => log.warn(message))

  await using services = await openServices(config, { log })
  const metrics = new Metrics()
  const app = buildApp(services, metrics)
  const operators = buildOperators(services, metrics)
  try {
    const address = await listen(app, config, { host: 'NORN_HOST', port: 'NORN_PORT' })
    services.listensAt(address)
    const { metricsListen } = config
    const named = { host: 'NORN_METRICS_LISTEN', port: 'NORN_METRICS_LISTEN' }
    const operatorsAt = metricsListen === 'off' ? 'off' : await listen(operators, metricsListen, named)
    const stopSweeping = startSweeping(services, sweepInterval)

    const ready = { baseUrl: services.baseUrl(), address, operators: operatorsAt }
    log.info(ready, `listening: ${ready.baseUrl}`)
    if (output.json) output.one(ready)
    log.info({ signal: await stop }, 'stopping')
    stopSweeping()
  } finally {
    // The operators see it through: their listener goes last.
    await drain(app)
    await drain(operators)
  }
  log.info('stopped')
}
