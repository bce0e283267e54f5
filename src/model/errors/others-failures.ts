import type { Refusal } from './refusal.ts'

/**
 * The reasons why a request fails although this service works: another one did not answer. Strangers can cause any number
 * of them, so the log has them as warnings, and the alert about errors leaves them out (deploy/prometheus/alerts.yml).
 */
export const othersFailures = [
  'link_unanswered',
  'neighbour_unsure',
  'provider_unanswered',
  'skin_system_unavailable',
  'texture_store_unavailable',
  'vendor_unavailable',
] as const satisfies readonly Refusal[]

export const isOthersFailure = (reason: Refusal | undefined): boolean =>
  othersFailures.some((one) => one === reason)
