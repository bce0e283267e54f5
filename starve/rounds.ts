import { setTimeout as sleep } from 'node:timers/promises'
import { residentMemory } from '../bench/service.ts'
import type { Load } from './loads.ts'
import type { Scene } from './scene.ts'

export interface Rounds {
  rounds: number
  /** The time that game servers ask in each half of a round. */
  milliseconds: number
}

export interface Outcome {
  load: Load
  /** The 95th percentiles of each round in milliseconds. */
  quiet: readonly number[]
  loud: readonly number[]
  /** The amount of the load in the last round. */
  amount: string
  /** By how much the memory of the service has grown at most, in MB. */
  growth: number
}

/** The time that a load has before game servers ask, in milliseconds. */
const settleMs = 500

/**
 * Measures with and without the load in turn, every other round in the opposite order, so that what else a machine does
 * meets both alike.
 */
export async function measure(scene: Scene, load: Load, { rounds, milliseconds }: Rounds): Promise<Outcome> {
  const ask = () => scene.ask(load.pace, milliseconds)
  const memory = () => residentMemory(scene.service.pid)
  await ask()
  const before = memory()
  const quiet: number[] = []
  const loud: number[] = []
  let amount = ''
  let most = before
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) quiet.push(await ask())
    const burden = await load.begin(scene, settleMs + milliseconds)
    await sleep(settleMs)
    loud.push(await ask())
    most = Math.max(most, memory())
    amount = await burden.end()
    await scene.calm()
    if (round % 2 === 1) quiet.push(await ask())
  }
  return { load, quiet, loud, amount, growth: most - before }
}

/**
 * Returns the ratio of the waits of others with and without the load, from the quarter of the rounds in which they waited least: other programs
 * make a round worse, never better.
 */
export const ratio = ({ quiet, loud }: Pick<Outcome, 'quiet' | 'loud'>): number =>
  quarterOf(loud) / quarterOf(quiet)

const quarterOf = (values: readonly number[]): number => at(values, 0.25)

const at = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? Number.NaN

/** Returns a text for each figure that is above its limit. */
export function excesses(outcome: Outcome): string[] {
  const { load, growth } = outcome
  const times = ratio(outcome)
  return [
    ...(times <= load.limit ? [] : [`${load.name}: others wait ${times.toFixed(2)} times as long`]),
    ...(growth > load.growth ? [`${load.name}: memory grows by ${growth.toFixed(0)} MB`] : []),
  ]
}

export const header = `| | p95 quiet ms | loud ms | ratio (limit) | of single rounds | MB more (limit) | |
| --- | ---: | ---: | ---: | ---: | ---: | --- |
`

export function line(outcome: Outcome): string {
  const { load, quiet, loud, amount, growth } = outcome
  const single = loud.map((one, round) => one / (quiet[round] ?? Number.NaN))
  const cells = [
    load.name,
    quarterOf(quiet).toFixed(2),
    quarterOf(loud).toFixed(2),
    `${ratio(outcome).toFixed(2)} (${load.limit})`,
    [0.25, 0.5, 0.75].map((part) => at(single, part).toFixed(2)).join(', '),
    `${growth.toFixed(0)} (${load.growth})`,
    amount,
  ]
  return `| ${cells.join(' | ')} |\n`
}
