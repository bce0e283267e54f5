import type { ChangeContext, ProviderContext, SecretContext } from '../domain/context.ts'
import { askMembers } from '../domain/providers/sync.ts'
import { monotonicClock } from '../lib/measure/clock.ts'
import { systemActor } from '../model/accounts/actor.ts'
import { askableProviders } from '../storage/sign-in/identity-questions.ts'
import { repeat } from './repeat.ts'

type Deps = ChangeContext & ProviderContext & SecretContext

/** Asks each provider about its due members, until `isOver`. Of several instances, one asks about each. */
export async function askDueMembers(
  context: Deps,
  isOver: () => boolean,
  pause?: (ms: number) => Promise<unknown>,
): Promise<void> {
  const names = await askableProviders(context.db)
  await Promise.all(
    names.map((name) => askMembers(context, name, { by: systemActor, isOver, ...(pause && { pause }) })),
  )
}

/** Looks every `intervalMs` for due members of Discord's guilds. Returns a function that stops this. */
export function startAskingMembers(context: Deps, intervalMs: number): () => void {
  let isStopped = false
  const stop = repeat(context.log, 'asking about members of guilds', intervalMs, () => {
    // The next look continues.
    const until = monotonicClock() + intervalMs - 500
    return askDueMembers(context, () => isStopped || monotonicClock() >= until)
  })
  return () => {
    isStopped = true
    stop()
  }
}
