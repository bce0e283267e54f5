// npm run bench:rendering: how long hasJoined takes while somebody opens a page of 24 pictures each second that nobody has
// seen before, against a quiet service, in turns.
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { attack } from '../test/attacks/attacked.ts'
import { makePng, noise } from '../test/png.ts'
import { median } from './measure.ts'

const { values: given } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '4' } },
})
const roundMs = Number(given.seconds) * 1000
/** So many that their pictures are forgotten before they are asked for again. */
const textures = 250

await using service = await attack('sqlite')
const { baseUrl } = service.serving
const { id, username, accessToken } = service.player

const png = Array.from({ length: textures }, (_, seed) => makePng(64, 64, noise(seed)))
const hashes = png.map((file) => createHash('sha256').update(file).digest('hex'))
const database = await service.open()
for (const [at, hash] of hashes.entries()) {
  const file = png[at]?.toString('base64') ?? ''
  await database.query
    .insertInto('texture')
    .values({ hash, png: file, unworn_since: null, worn_by: id, worn_at: 0, place: 'database', bytes: null })
    .execute()
}
await database.close()

const views = ['front', 'back'].flatMap((view) =>
  [128, 256, 512].flatMap((height) =>
    ['', '&model=slim', '&model=default'].map((model) => `view=${view}&height=${height}${model}`),
  ),
)
const pictures = views.flatMap((view) => hashes.map((hash) => `/skinsystem/render/${hash}.png?${view}`))
let asked = 0
const get = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${baseUrl}${path}`, { headers })
  await answer.arrayBuffer()
  return answer.status
}

/** Opens a page of 24 cold pictures each second until it is told to end. Returns how many were drawn. */
async function openPages(end: AbortSignal): Promise<number> {
  let drawn = 0
  while (!end.aborted) {
    const page = Array.from({ length: 24 }, () => pictures[asked++ % pictures.length] ?? '')
    drawn += (await Promise.all(page.map((path) => get(path)))).filter((status) => status === 200).length
    await sleep(1000)
  }
  return drawn
}

/** Asks who has joined for a while. Returns the median and the 95th percentile in milliseconds, and the longest turn. */
async function joins() {
  const body = JSON.stringify({ accessToken, selectedProfile: id, serverId: 'bench' })
  await (await fetch(`${baseUrl}/session/join`, { method: 'POST', body })).arrayBuffer()
  await service.probe()
  const took: number[] = []
  for (const end = performance.now() + roundMs; performance.now() < end; ) {
    const from = performance.now()
    await get(`/session/hasJoined?username=${username}&serverId=bench`)
    took.push(performance.now() - from)
    await sleep(5)
  }
  took.sort((one, other) => one - other)
  const { heldMs, spentMs } = await service.probe()
  return { middle: median(took), late: took[Math.floor(took.length * 0.95)] ?? 0, heldMs, spentMs }
}

const quiet: Awaited<ReturnType<typeof joins>>[] = []
const loud: typeof quiet = []
let drawn = 0
for (let round = -1; round < Number(given.rounds); round++) {
  const alone = await joins()
  const end = new AbortController()
  const pages = openPages(end.signal)
  const among = await joins()
  end.abort()
  drawn += await pages
  // The first round compiles the code.
  if (round < 0) continue
  quiet.push(alone)
  loud.push(among)
}
const row = (name: string, of: typeof quiet) =>
  `${name}: median ${median(of.map(({ middle }) => middle)).toFixed(2)} ms, 95 % ${median(of.map(({ late }) => late)).toFixed(2)} ms, longest turn ${median(of.map(({ heldMs }) => heldMs)).toFixed(2)} ms`
console.log(row('hasJoined alone', quiet))
console.log(row('hasJoined among cold pages', loud))
const ratio = loud.map(({ middle }, at) => middle / (quiet[at]?.middle ?? 1))
console.log(`ratio of medians ${median(ratio).toFixed(2)}; ${drawn} pictures drawn`)
