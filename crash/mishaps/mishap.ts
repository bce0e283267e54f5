import { wrongOfNewcomers } from '../conclusion.ts'
import { makeWorld, type World } from '../world.ts'

/** Something that happens to a service under load. */
export interface Mishap {
  /** True if it needs a disk of its own. */
  needsDisk?: boolean
  /** Returns what is wrong, in words. `tell` gets the lines of the log that an operator would see. */
  run(given: { seed: number; players: number; tell: (line: string) => void }): Promise<string[]>
}

/**
 * Makes a world, lets something happen to it, which says what is wrong, and ends it. Newcomers are asked for at the end, after
 * the last check.
 */
export async function inWorld(
  order: Omit<Parameters<typeof makeWorld>[0], 'settings'>,
  happens: (world: World, wrong: string[]) => Promise<void>,
): Promise<string[]> {
  const world = await makeWorld({ ...order, settings: { NORN_LOG_LEVEL: 'warn' } })
  const wrong: string[] = []
  try {
    await happens(world, wrong)
    wrong.push(...(await wrongOfNewcomers(world)))
  } finally {
    await world.end()
  }
  return wrong
}

/** Waits until a service answers, and adds what its check finds. */
export async function checkAgain(world: World, wrong: string[]): Promise<void> {
  await world.untilItAnswers()
  wrong.push(...(await world.check()))
}
