import { setTimeout } from 'node:timers/promises'
import type { ChangeContext } from '../domain/context.ts'
import { fillOfflineUuids } from '../storage/accounts/offline-uuids.ts'
import { repeat } from './repeat.ts'

/** Between two transactions, so that a million accounts delay nobody (ms). */
const pauseMs = 20

/** Fills in all rows of earlier releases, until `isOver`. Returns their number. */
export async function fillAllOfflineUuids(
  { db, log }: Pick<ChangeContext, 'db' | 'log'>,
  isOver: () => boolean,
  pause: (ms: number) => Promise<unknown> = setTimeout,
): Promise<number> {
  let filled = 0
  while (!isOver()) {
    const rows = await fillOfflineUuids(db)
    if (rows === 0) break
    filled += rows
    await pause(pauseMs)
  }
  if (filled > 0) log.info({ accounts: filled }, 'UUIDs of offline mode are filled in')
  return filled
}

/** Looks every `intervalMs` for such rows, if NORN_OFFLINE_SKINS is on. Returns a function that stops this. */
export function startFillingOfflineUuids(context: ChangeContext, intervalMs: number): () => void {
  if (context.config.offlineSkins === 'off') return () => undefined
  let isStopped = false
  const stop = repeat(context.log, 'filling in UUIDs of offline mode', intervalMs, () =>
    fillAllOfflineUuids(context, () => isStopped),
  )
  return () => {
    isStopped = true
    stop()
  }
}
