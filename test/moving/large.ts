// The second half of `npm run moving`: the time for importing many accounts, each with a skin of its own, from
// Blessing Skin's tables in an SQLite file; killed halfway and run again. `node scripts/run.cjs node
// test/moving/large.ts ACCOUNTS`
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { deflateSync } from 'node:zlib'
import { install } from '../cli/norn.ts'
import { chunk, header, imageData, noise, pngOf } from '../png.ts'
import { blessingSchema } from './blessing.ts'
import { sha256 } from './pictures.ts'

const accounts = Number(process.argv[2] ?? 100_000)
/** In MiB, of the importing program. */
const heap = 192

const norn = await install()
const source = join(norn.directory, 'database.db')
const textures = join(norn.directory, 'textures')

async function timed<Result>(what: string, work: () => Promise<Result> | Result): Promise<Result> {
  const start = performance.now()
  const result = await work()
  process.stdout.write(`${((performance.now() - start) / 1000).toFixed(1).padStart(7)} s  ${what}\n`)
  return result
}

const pixels = imageData(64, 64, noise(1))
const [ihdr, iend] = [header(64, 64), chunk('IEND')]

/** Its number is in its first pixel. */
function skin(number: number): Buffer {
  pixels.writeUInt32BE((number << 8) | 255, 1)
  return pngOf(ihdr, chunk('IDAT', deflateSync(pixels, { level: 1 })), iend)
}

function make(): void {
  mkdirSync(textures)
  const database = new DatabaseSync(source)
  database.exec(`pragma journal_mode = off; begin; ${blessingSchema('sqlite', '').join(';')}`)
  const user = database.prepare(
    `insert into users (email, score, password, ip, last_sign_at, register_at)
     values (?, 0, '$2y$05$abcdefghijklmnopqrstuuWG29KuyeAicPCJODk1zjyGvyQUU2awu', '', '', '2019-05-01 12:00:00')`,
  )
  const player = database.prepare(
    `insert into players (uid, name, tid_skin, last_modified) values (?, ?, ?, '')`,
  )
  const texture = database.prepare(
    `insert into textures (name, type, hash, size, uploader, public, upload_at) values ('x', 'steve', ?, 1, 1, 1, '')`,
  )
  for (let number = 1; number <= accounts; number++) {
    const png = skin(number)
    writeFileSync(join(textures, sha256(png)), png)
    user.run(`p${number}@example.org`)
    texture.run(sha256(png))
    player.run(number, `P${number}`, number)
  }
  database.exec('commit')
  database.close()
}

const line = ['import', '--from', 'blessing', source, '--textures', textures, '--json']
async function importAll(...more: string[]): Promise<{ added: number; unchanged: number }> {
  const { status, stdout, stderr } = await norn.run([...line, ...more], {
    node: [`--max-old-space-size=${heap}`],
  })
  assert.equal(status, 0, stderr)
  return JSON.parse(stdout)
}

/** Another process sees committed rows. */
async function untilHalf(): Promise<void> {
  for (;;) {
    await sleep(500)
    try {
      const database = new DatabaseSync(norn.database, { readOnly: true })
      const found = database
        .prepare('select 1 from account where username_folded = ?')
        .get(`p${Math.ceil(accounts / 2)}`)
      database.close()
      if (found) return
    } catch {
      // It does not exist yet.
    }
  }
}

try {
  await timed(`${accounts} accounts with skins made`, make)
  const killed = await timed('imported until kill -9 halfway', () =>
    norn.run(line, { killWhen: untilHalf, node: [`--max-old-space-size=${heap}`] }),
  )
  process.stdout.write(`its progress:\n${killed.stderr.split('\n').slice(-4).join('\n')}`)
  assert.equal(killed.status, null)
  const rest = await timed('imported the rest', () => importAll())
  assert.equal(rest.added + rest.unchanged, accounts)
  assert.ok(rest.added > 0 && rest.unchanged > 0)
  process.stdout.write(`${''.padStart(11)}${rest.unchanged} were there, ${rest.added} were added\n`)
  const again = await timed('once more, nothing to add', () => importAll())
  assert.deepEqual([again.added, again.unchanged], [0, accounts])
  await timed('dry run, nothing to add', () => importAll('--dry-run'))
} finally {
  await norn.remove()
}
