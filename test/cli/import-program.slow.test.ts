// Another program's accounts are imported as an operator does it: a dry run first, killed halfway, run again.
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { accountByKey } from '../../src/storage/accounts/accounts.ts'
import { openDatabase } from '../../src/storage/engine/open.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import { blessingInstallation, blessingSalt } from '../moving/blessing.ts'
import { writePictures } from '../moving/pictures.ts'
import { fill } from '../moving/source.ts'
import { readPng } from '../png.ts'
import { type Installation, install, type ShownAccount } from './norn.ts'

let norn: Installation
before(async () => {
  norn = await install({ isEmpty: true })
})
after(() => norn.remove())

interface Reported {
  added: number
  characters: number
  unchanged: number
  mails: number
  refused: { player: number; name: string; reason: string }[]
  remarks: { name: string; remark: string }[]
  left: { what: string; count: number }[]
}

async function untilThereIs(username_folded: string): Promise<void> {
  const db = await openDatabase(`sqlite:${norn.database}`)
  try {
    await migrate(db)
    while (!(await accountByKey(db, { column: 'username_folded', value: username_folded }))) await sleep(2)
  } finally {
    await db.close()
  }
}

test('Blessing Skin: dry run, import, kill -9, import again, and everybody can play', async () => {
  const { statements, expected } = blessingInstallation('sqlite', {
    prefix: 'bs_',
    users: 3600,
    splitsUsers: true,
  })
  const file = join(norn.directory, 'database.db')
  await fill(file, statements)
  const textures = join(norn.directory, 'storage', 'textures')
  mkdirSync(textures, { recursive: true })
  await writePictures(textures, (_kind, hash) => hash)
  const before = readFileSync(file)
  const its = ['--prefix', 'bs_', '--salt', blessingSalt, '--textures', textures]
  const line = ['import', '--from', 'blessing', file, ...its, '--split', '--json']
  const importAll = async (...more: string[]) => {
    const { status, stdout } = await norn.run([...line, ...more])
    return { status, report: JSON.parse(stdout) as Reported }
  }

  const dry = await importAll('--dry-run')
  assert.equal(dry.status, 1, 'a player is refused')
  assert.deepEqual([dry.report.added, dry.report.mails], [4000, 400])
  assert.deepEqual(
    dry.report.refused.map(({ name }) => name),
    ['史蒂夫'],
  )
  const { stderr } = await norn.run(['account', 'list'])
  assert.match(stderr, /there is no database/i, 'a dry run creates none')

  mkdirSync(join(norn.directory, 'data'))
  const killed = await norn.run(line, { killWhen: () => untilThereIs('bs_1') })
  assert.equal(killed.status, null)
  const rest = await importAll()
  const { added, unchanged, mails } = rest.report
  assert.equal(added + unchanged, 4000)
  assert.ok(added > 0 && unchanged > 0, `killed too early or too late: ${unchanged}`)
  assert.ok(mails > 0 && mails < 400, 'nobody is notified twice')
  const again = await importAll()
  assert.deepEqual([again.report.added, again.report.unchanged, again.report.mails], [0, 4000, 0])
  assert.deepEqual(readFileSync(file), before, 'nothing is written there')

  const listed = await norn.json<ShownAccount[]>('account', 'list')
  assert.deepEqual(
    listed.map(({ id, username, email }) => ({ id, username, email })).sort(byId),
    expected.map(({ id, username, email }) => ({ id, username, email })).sort(byId),
  )
  const serving = await norn.serve()
  try {
    const player = expected.find(({ skin, isSuspended }) => skin && !isSuspended)
    assert.ok(player?.skin)
    const { username, password } = player
    const answer = await fetch(`${serving.baseUrl}/auth/authenticate`, {
      method: 'POST',
      body: JSON.stringify({ username, password, clientToken: 'x' }),
    })
    assert.equal(answer.status, 200)
    const profile = await fetch(`${serving.baseUrl}/session/profile/${player.id}`)
    const { properties } = (await profile.json()) as { properties: { value: string }[] }
    const payload = JSON.parse(Buffer.from(properties[0]?.value ?? '', 'base64').toString())
    const served = await fetch(payload.textures.SKIN.url)
    const png = Buffer.from(await served.arrayBuffer())
    assert.deepEqual(readPng(png).pixels, readPng(player.skin).pixels)
  } finally {
    serving.kill('SIGTERM')
    await serving.ended
  }
})

interface Identified {
  id?: string | undefined
}

const byId = (a: Identified, b: Identified): number => `${a.id}`.localeCompare(`${b.id}`)

test('an option or file that does not fit the program is refused with advice', async () => {
  const file = join(norn.directory, 'small.db')
  await fill(file, blessingInstallation('sqlite', { prefix: 'bs_', users: 9 }).statements)
  const refused = async (...line: string[]) => {
    const { status, stderr } = await norn.run(['import', ...line])
    return `${status} ${stderr}`
  }
  assert.match(await refused(file, '--from', 'blessing'), /^1 .*begin with bs_: pass --prefix bs_/s)
  assert.match(await refused(file, '--from', 'drasl', '--prefix', 'x'), /^2 .*--prefix is not for drasl/s)
  assert.match(await refused(file, '--from', 'blessing', '--rename', 'x'), /^2 .*write OLD=NEW/s)
  const column = ['--column', 'pass=x']
  assert.match(await refused(file, '--from', 'authme', ...column), /^2 .*NAME=THEIRS, NAME one of username/s)
  assert.match(
    await refused(join(norn.directory, 'none.sql'), '--from', 'ely'),
    /^1 .*none\.sql cannot be read: the file does not exist/s,
  )
})

test('nobody gets an email if the operator turned that off', async () => {
  const file = join(norn.directory, 'few.db')
  await fill(file, blessingInstallation('sqlite', { users: 9 }).statements)
  const variables = { NORN_DATA_DIR: join(norn.directory, 'other') }
  const importAll = async (...more: string[]) => {
    const { stdout } = await norn.run(['import', '--from', 'blessing', file, '--json', ...more], {
      variables,
    })
    const { added, characters, mails } = JSON.parse(stdout) as Reported
    return { added, characters, mails }
  }
  const split = ['--dry-run', '--split']
  const renamed = ['--rename', '史蒂夫=Shidifu']
  assert.deepEqual(await importAll('--dry-run'), { added: 10, characters: 1, mails: 0 })
  assert.deepEqual(await importAll('--dry-run', ...renamed), { added: 11, characters: 2, mails: 0 })
  assert.deepEqual(await importAll(...split), { added: 10, characters: 0, mails: 1 })
  assert.deepEqual(await importAll(...split, ...renamed), { added: 11, characters: 0, mails: 2 })
  assert.deepEqual(await importAll('--split', '--no-mail'), { added: 10, characters: 0, mails: 0 })
})

test('a user of several players arrives as one account, whose characters the report names', async () => {
  const file = join(norn.directory, 'several.db')
  await fill(file, blessingInstallation('sqlite', { users: 9 }).statements)
  const variables = { NORN_DATA_DIR: join(norn.directory, 'third') }
  const run = (...line: string[]) => norn.run(line, { variables })
  const line = ['import', '--from', 'blessing', file]
  const dry = await run(...line, '--dry-run')
  assert.match(dry.stdout, /10 to add, 0 unchanged, 1 to refuse\nto add: 9 accounts and 1 character\n/)
  assert.equal((await run('group', 'create', 'survival')).status, 0)
  const done = await run(...line, '--group', 'survival')
  assert.match(done.stdout, /10 added, 0 unchanged, 1 refused\nadded: 9 accounts and 1 character\n/)
  assert.match(done.stderr, /^Bs_9_b: arrives as a character.*: Bs_9$/m)
  const groups = JSON.parse((await run('group', 'list', '--json')).stdout)
  assert.equal(groups[0].members, 9, 'accounts only')
  const again = await run(...line)
  assert.match(again.stdout, /0 added, 10 unchanged, 1 refused\n/)
  assert.doesNotMatch(again.stdout, /character/)
  const renamed = await run(...line, '--rename', '史蒂夫=Shidifu')
  assert.match(renamed.stdout, /1 added, 10 unchanged, 0 refused\nadded: 0 accounts and 1 character\n/)
  assert.match(renamed.stderr, /^Shidifu: arrives as a character.*: Bs_2$/m)
  const wrong = await run('import', '--from', 'ely', file, '--split')
  assert.deepEqual([wrong.status, /--split is not for ely; leave it out/.test(wrong.stderr)], [2, true])
})
