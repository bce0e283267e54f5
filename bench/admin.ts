// npm run bench:admin -- [--accounts N] [--database postgres]: measures the administration pages with many
// accounts.
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { startPostgres } from '../test/postgres.ts'
import { median } from './measure.ts'
import { hashedPassword, password, player } from './players.ts'
import { importAccounts, runCommand, serve } from './service.ts'
import { enter, view } from './visit.ts'

const { values: given } = parseArgs({
  options: { accounts: { type: 'string', default: '1000000' }, database: { type: 'string' } },
})
const accounts = Number(given.accounts)
const looks = { warmUp: 3, measured: 21 }

/** Parts of names such as people choose: two words and a number. */
const firsts = 'dark amber max olga lucky happy wild frost tiny royal steve alex magic lazy red lost'.split(
  ' ',
)
const seconds =
  'dragon wolf leo knight fox miner panda storm pixel ghost hunter craft moon bear fire cat'.split(' ')

function nameOf(index: number): string {
  const [first, second] = [firsts[index % 16], seconds[Math.floor(index / 16) % 16]]
  return `${first}_${second}${Math.floor(index / 256)}`
}

const searches = {
  'all accounts': '',
  'a part of 6% of the names': 'steve',
  'a part of every address': 'example.org',
  'a long part, each piece of it frequent': 'ragon12',
  'a part of 0.4% of the names': 'max_leo',
  'a part of few': 'wolf777',
  'a part of none': 'zzyzx',
  'a part of none, each piece of it frequent': 'q_leo',
  'two letters at the beginning': 'ol',
  'a UUID': player(Math.floor(accounts / 2)).id,
}

const directory = mkdtempSync(join(tmpdir(), 'norn-bench-'))
const postgres = given.database === 'postgres' ? await startPostgres() : undefined
const databaseUrl = postgres?.url ?? `sqlite:${join(directory, 'norn.sqlite')}`
const setting = { directory, databaseUrl, workers: 1 }
try {
  const startedAt = performance.now()
  await importAccounts(setting, await writeNames(join(directory, 'accounts.ndjson'), postgres ? 1 : accounts))
  if (postgres) await multiply(postgres.url)
  const tookMs = performance.now() - startedAt
  await runCommand(setting, ['account', 'grant', nameOf(0), 'admin'])
  const service = await serve(setting)
  try {
    const cookie = await enter(service, nameOf(0), password)
    process.stdout.write(
      `${accounts} accounts, made in ${(tookMs / 1000).toFixed(0)} s\n\n| page | median ms | longest ms |\n| --- | ---: | ---: |\n`,
    )
    const pages = Object.entries(searches).map(([what, text]) => [
      what,
      `/admin/accounts?q=${encodeURIComponent(text)}`,
    ])
    for (const [what = '', path = ''] of [...pages, ['one account', `/admin/accounts/${player(1).id}`]]) {
      const times: number[] = []
      for (let count = 0; count < looks.warmUp + looks.measured; count++) {
        const start = performance.now()
        await view(service, path, cookie)
        if (count >= looks.warmUp) times.push(performance.now() - start)
      }
      process.stdout.write(`| ${what} | ${median(times).toFixed(1)} | ${Math.max(...times).toFixed(1)} |\n`)
    }
  } finally {
    await service.stop()
  }
} finally {
  await postgres?.stop()
  rmSync(directory, { recursive: true })
}

async function writeNames(file: string, accounts: number): Promise<string> {
  const passwordHash = await hashedPassword()
  const to = createWriteStream(file)
  for (let index = 0; index < accounts; index++) {
    const username = nameOf(index)
    const line = { id: player(index).id, username, email: `${username}@example.org`, passwordHash }
    if (!to.write(`${JSON.stringify(line)}\n`)) await once(to, 'drain')
  }
  to.end()
  await once(to, 'close')
  return file
}

/** Copies the first account in one statement; another benchmark measures importing a million. */
async function multiply(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query("select indexdef from pg_indexes where indexname = 'account_by_part'")
    await client.query('drop index account_by_part')
    await client.query(
      `insert into account (id, username, username_folded, email, email_folded, password_hash, language, created_at)
       select md5('player ' || i), name, name, name || '@example.org', name || '@example.org', password_hash,
         language, created_at + i
       from account, lateral (select i, ($1::text[])[i % 16 + 1] || '_' || ($2::text[])[i / 16 % 16 + 1] || i / 256
         as name from generate_series(1, $3::integer) as i) as named`,
      [firsts, seconds, accounts - 1],
    )
    await client.query(rows[0].indexdef)
    // autovacuum would do this a minute later.
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}
