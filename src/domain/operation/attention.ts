import type { Context, Reading } from '../context.ts'
import { listWebhooks } from '../webhooks/webhooks.ts'
import { outboxStates } from './outboxes.ts'

/** What an operator has to look at; `since` is in epoch milliseconds. */
export type Attention =
  | { about: 'mail' | 'webhooks'; waiting: number; since: number }
  | { about: 'webhook_off'; id: string; host: string }

/** Mail and events leave within seconds; what is older does not leave. */
const lateMs = 15 * 60_000

/** Empty where all is well, as far as the database tells. */
export async function attention(context: Reading & Pick<Context, 'secrets'>): Promise<Attention[]> {
  const [outboxes, webhooks] = await Promise.all([outboxStates(context), listWebhooks(context)])
  const late = outboxes.flatMap(({ outbox, waiting, oldest }) => {
    const since = oldest ?? Number.POSITIVE_INFINITY
    if (context.clock() - since < lateMs) return []
    return [{ about: outbox as 'mail' | 'webhooks', waiting, since }]
  })
  const off = webhooks
    .filter(({ isOn }) => !isOn)
    .map(({ id, url }) => ({ about: 'webhook_off' as const, id, host: new URL(url).host }))
  return [...late, ...off]
}
