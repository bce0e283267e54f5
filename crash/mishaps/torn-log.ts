// A disk that lies: the end of the log is missing, or a byte of it is another one, when the service starts again after a kill.
import { cpSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { Random } from '../../fuzz/random.ts'
import { logEndOf } from '../../src/storage/sqlite/log-end.ts'
import { killAll } from '../kills.ts'
import type { World } from '../world.ts'
import { checkAgain, inWorld, type Mishap } from './mishap.ts'

const rounds = 6
/** The sizes of SQLite's log format. */
const [headerBytes, frameBytes] = [32, 24 + 4096]

export const tornLog: Mishap = {
  run({ seed, players, tell }) {
    return inWorld({ seed, players }, async (world, wrong) => {
      const random = new Random(seed, 1)
      const data = join(world.installation.directory, 'data')
      const whole = join(world.installation.directory, 'whole')
      const file = join(data, 'norn.sqlite')
      for (let round = 1; round <= rounds; round++) {
        await world.act(round, async () => {
          await sleep(500 + random.below(1000))
          await killAll(world.running)
        })
        cpSync(data, whole, { recursive: true })
        const what = tear(file, round, random)
        const isRight = await startTorn(world, file, what, wrong, tell)
        if (!isRight) {
          // Put the whole log back: everything has to be there.
          rmSync(data, { recursive: true })
          cpSync(whole, data, { recursive: true })
          world.running = await world.installation.serve()
        }
        rmSync(whole, { recursive: true })
        await checkAgain(world, wrong)
      }
    })
  },
}

/** Damages a page that was committed, by turns at the end and anywhere, and the header. Returns what it did, in words. */
function tear(file: string, round: number, random: Random): string {
  const { committed, copied, begun } = logEndOf(file) ?? { committed: 0, copied: 0, begun: 0 }
  if (committed === 0) return 'nothing: the log is empty'
  const log = `${file}-wal`
  const of = `of ${committed} pages, ${copied} of them in the file${begun > copied ? ` and up to ${begun} on their way` : ''}`
  const page =
    round % 2 === 0 ? random.below(committed) : committed - 1 - random.below(Math.min(committed, 8))
  const at = headerBytes + page * frameBytes + random.below(frameBytes)
  if (round % 3 === 0) {
    truncateSync(log, at)
    return `cut in page ${page + 1} ${of}`
  }
  const bytes = readFileSync(log)
  const flipped = round === rounds - 1 ? 8 : at
  bytes[flipped] = Number(bytes[flipped]) ^ 1
  writeFileSync(log, bytes)
  return flipped === 8 ? `a bit of the header flipped, ${of}` : `a bit of page ${page + 1} flipped ${of}`
}

/** Starts on the torn log. Returns true if the service runs now and has lost nothing. */
async function startTorn(
  world: World,
  file: string,
  what: string,
  wrong: string[],
  tell: (line: string) => void,
): Promise<boolean> {
  const isWhole = what.startsWith('nothing')
  const end = logEndOf(file)
  const isSafe = end !== undefined && end.copied === end.committed
  const start = await world.installation.serve().catch((error: Error) => error)
  if (start instanceof Error) {
    tell(`${what}: ${start.message}`)
    if (!/-wal is damaged[^\n]*move .* away/.test(start.message)) wrong.push(`it said: ${start.message}`)
    if (!/has all that is in it/.test(start.message)) return false
    for (const ending of ['-wal', '-shm']) rmSync(`${file}${ending}`)
    world.running = await world.installation.serve()
    return true
  }
  world.running = start
  const isSaid = start.said(/the end of the log of the database is damaged/g).length > 0
  tell(`${what}: it started${isSaid ? ', and its log says that the end of the database is damaged' : ''}`)
  if (!isSaid && !isSafe && !isWhole) wrong.push(`${what}: it said nothing`)
  if (!isSaid) return true
  await world.untilItAnswers()
  await start.stop()
  const connection = new DatabaseSync(file, { readOnly: true })
  const [checked] = connection.prepare('pragma integrity_check').all()
  connection.close()
  if (checked?.['integrity_check'] !== 'ok')
    wrong.push(`${what}: the database is damaged: ${JSON.stringify(checked)}`)
  return false
}
