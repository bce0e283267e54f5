import type { Logger } from 'pino'
import type { Config } from '../../config/load.ts'
import type { Spans } from '../../lib/measure/spans.ts'

/** Begins to trace requests if there is a collector for it. The library is loaded only then. */
export async function openTraces(
  { otelExporterOtlpEndpoint, otelExporterOtlpHeaders, otelTracesSamplerArg }: Config,
  log: Logger,
  worker?: number,
): Promise<Spans | undefined> {
  if (otelExporterOtlpEndpoint === undefined) return undefined
  const { OpenTelemetry } = await import('./open-telemetry.ts')
  const options = {
    endpoint: otelExporterOtlpEndpoint,
    headers: otelExporterOtlpHeaders ?? {},
    share: otelTracesSamplerArg,
    worker: worker === undefined ? undefined : String(worker),
  }
  return new OpenTelemetry(options, log)
}
