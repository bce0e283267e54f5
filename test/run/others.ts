import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** CPU ticks since the machine started: in total, and for this process and its descendants. */
export interface Ticks {
  busy: number
  own: number
  total: number
}

/** Returns undefined on systems other than Linux, which do not report it. */
export function ticks(): Ticks | undefined {
  try {
    const [, ...all] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.trim().split(/\s+/) ?? []
    // proc(5): user nice system idle iowait irq softirq steal; user already includes guests.
    const columns = all.slice(0, 8).map(Number)
    const total = sum(columns)
    const idle = (columns[3] ?? 0) + (columns[4] ?? 0)
    return { busy: total - idle, own: ticksBelow(process.pid, processes()), total }
  } catch {
    return undefined
  }
}

/** Returns the share of the machine that others had between two looks. */
export function othersShare(before: Ticks | undefined, after: Ticks | undefined): number {
  if (!before || !after || after.total <= before.total) return 0
  const others = after.busy - before.busy - (after.own - before.own)
  return Math.max(0, others / (after.total - before.total))
}

/** If others use more than a tenth of a core, they influence a measurement. */
export const busyShare = 0.1 / availableParallelism()

interface Process {
  pid: number
  parent: number
  /** Including children that have ended. */
  spent: number
}

function processes(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ')
        return [
          { pid: Number(name), parent: Number(fields[1]), spent: sum(fields.slice(11, 15).map(Number)) },
        ]
      } catch {
        // It has ended meanwhile.
        return []
      }
    })
}

function ticksBelow(pid: number, all: readonly Process[]): number {
  const own = all.find((each) => each.pid === pid)?.spent ?? 0
  return own + sum(all.filter(({ parent }) => parent === pid).map((child) => ticksBelow(child.pid, all)))
}

const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0)
