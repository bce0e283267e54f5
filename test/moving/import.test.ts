// Imports from other servers: every part of an account arrives, and nothing is lost silently.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { listAudit } from '../../src/domain/audit/list.ts'
import { renameAccount } from '../../src/domain/names/rename.ts'
import { Folder } from '../../src/lib/files/folder.ts'
import { importAccounts } from '../../src/moving/import/import.ts'
import { accountsOfLines } from '../../src/moving/lines.ts'
import { embeddedFile } from '../../src/storage/engine/open.ts'
import { lockForService } from '../../src/storage/tools/service-lock.ts'
import { hashesOfPassword, saltedHashesOfPassword } from '../passwords/known-hashes.ts'
import { chunk, makePng } from '../png.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'

let directory: string
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'norn-import-'))
  await writeFile(
    join(directory, 'skin.png'),
    makePng(64, 64, (x, y) => [x, y, 7, 255], [chunk('tEXt', Buffer.from('Author\0Steve'))]),
  )
  await writeFile(
    join(directory, 'cape.png'),
    makePng(64, 32, (x, y) => [x, y, 9, 255]),
  )
  await writeFile(
    join(directory, 'odd.png'),
    makePng(63, 64, () => [0, 0, 0, 255]),
  )
  await writeFile(join(directory, 'text.png'), 'not a picture')
  await writeFile(join(directory, 'huge.png'), Buffer.alloc(1024 * 1024 + 1))
  await symlink('/etc/hostname', join(directory, 'link.png'))
})
after(() => rm(directory, { recursive: true, force: true }))

/** Does with the lines what `account import` does; returns the counts, and each refusal by its number. */
async function run({ context }: RunningService, lines: readonly (object | string)[], isDryRun = false) {
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
  const accounts = accountsOfLines(context, Readable.from([Buffer.from(text)]))
  const sum = { added: 0, unchanged: 0, refused: {} as Record<number, string> }
  const folder = new Folder(directory)
  for await (const batch of importAccounts(context, operator, accounts, { folder, isDryRun })) {
    sum.added += batch.added
    sum.unchanged += batch.unchanged
    for (const { number, refused } of batch.refused) {
      sum.refused[number] =
        refused.detail === undefined ? refused.reason : `${refused.reason} ${refused.detail}`
    }
  }
  return sum
}

const plain = { password: 'secret' }

onEveryDatabase('import', (start, shared) => {
  test('a running service waits for 1500 accounts at most; without one, 8000 share a commit', async () => {
    const { context } = await start()
    const [passwordHash] = Object.values(hashesOfPassword)
    const addedAtOnce = async (prefix: string) => {
      const lines = Array.from({ length: 3001 }, (_, index) =>
        JSON.stringify({ username: `${prefix}_${index}`, passwordHash }),
      )
      const accounts = accountsOfLines(context, Readable.from([Buffer.from(lines.join('\n'))]))
      const added: number[] = []
      for await (const batch of importAccounts(context, operator, accounts, {
        folder: new Folder(directory),
      }))
        added.push(batch.added)
      return added
    }
    const path = embeddedFile(context.config.databaseUrl)
    assert.deepEqual(await addedAtOnce('alone'), path === undefined ? [1500, 1500, 1] : [3001])
    using _served = path === undefined ? undefined : await lockForService(path)
    assert.deepEqual(await addedAtOnce('beside'), [1500, 1500, 1])
  })

  test('every hash of another program works for a sign-in, and is then replaced', async () => {
    const service = await shared()
    const hashes = [
      ...Object.entries(hashesOfPassword).map(([kind, passwordHash]) => ({ kind, hash: { passwordHash } })),
      ...Object.entries(saltedHashesOfPassword).map(([kind, hash]) => ({ kind, hash })),
    ]
    const lines = hashes.map(({ hash }, index) => ({ username: `Hashed_${index}`, ...hash }))
    assert.deepEqual(await run(service, lines), { added: hashes.length, unchanged: 0, refused: {} })
    for (const [index, { kind }] of hashes.entries()) {
      const credentials = { username: `Hashed_${index}`, clientToken: 'x' }
      const wrong = await service.post('/auth/authenticate', { ...credentials, password: 'Password' })
      assert.equal(wrong.status, 401, kind)
      const right = await service.post('/auth/authenticate', { ...credentials, password: 'password' })
      assert.equal(right.status, 200, `${kind}: ${right.text}`)
    }
    const stored = await service.context.db.query.selectFrom('account').select('password_hash').execute()
    for (const { password_hash } of stored) assert.match(password_hash, /^\$argon2id\$v=19\$m=1024,t=1,p=1\$/)
  })

  test('an account arrives with all its data', async () => {
    const service = await shared()
    const until = '2030-01-02T03:04:05Z'
    const suspended = { suspended: true, suspendedUntil: until, suspensionReason: 'said “no”' }
    const { added, refused } = await run(service, [
      { username: 'Worn', ...plain, skin: 'skin.png', skinModel: 'slim', cape: './cape.png' },
      { username: 'Guessed', ...plain, skin: 'skin.png', language: 'zh_cn' },
      { username: 'Away', ...plain, ...suspended, language: 'en_US.UTF-8' },
      { username: 'Back', ...plain, suspended: true, suspendedUntil: 1_500_000_000_000 },
      { username: 'Free', ...plain, suspended: false, suspendedUntil: null, suspensionReason: '' },
      { username: 'NoPassword', passwordHash: '!' },
      { username: 'Moderates', ...plain, roles: ['moderator'] },
    ])
    assert.deepEqual({ added, refused }, { added: 7, refused: {} })
    const granted = await listAudit(service.context, { event: 'account.granted', limit: 2 })
    assert.deepEqual(
      granted.map(({ account, details }) => [account, details]),
      [[(await service.stored({ id: 'Moderates' })).id, { role: 'moderator' }]],
    )

    const { textures } = await service.stored({ id: 'Worn' })
    assert.equal(textures.skin?.model, 'slim')
    for (const hash of [textures.skin?.hash, textures.cape?.hash]) {
      const file = await service.get(`/textures/${hash}`)
      assert.equal(file.headers.get('content-type'), 'image/png')
      // As for an upload: only the pixels, under their own name.
      const bytes = await (await fetch(`${service.baseUrl}/textures/${hash}`)).bytes()
      assert.ok(!Buffer.from(bytes).includes('tEXt'))
      assert.equal(createHash('sha256').update(bytes).digest('hex'), hash)
    }
    const guessed = await service.stored({ id: 'Guessed' })
    assert.deepEqual(guessed.textures, {
      skin: { hash: textures.skin?.hash, model: 'default' },
      cape: undefined,
    })
    assert.equal(guessed.language, 'zh-CN')

    const away = await service.stored({ id: 'Away' })
    const suspension = { at: service.now(), until: Date.parse(until), reason: 'said “no”', by: undefined }
    assert.deepEqual(away.suspension, suspension)
    assert.equal(away.language, 'en-US')
    const authenticate = (username: string, password: string) =>
      service.post('/auth/authenticate', { username, password, clientToken: 'x' })
    const answer = await authenticate('Away', 'secret')
    assert.deepEqual([answer.status, answer.json.errorMessage], [401, 'This account has been suspended.'])
    for (const username of ['Back', 'Free'])
      assert.equal((await authenticate(username, 'secret')).status, 200)
    assert.equal((await authenticate('NoPassword', '!')).status, 401)
  })

  test('an unknown value refuses its line with a reason, which a dry run also shows', async () => {
    const service = await shared()
    const player = (number: number, more: object) => ({ username: `Odd_${number}`, ...plain, ...more })
    const bcrypt = hashesOfPassword['bcrypt $2b$'] ?? ''
    const odd = [
      { uuid: 'x', created_at: 1, ['é'.repeat(50)]: true },
      { usernameHistory: [{ name: 'Old', changedTo: 1 }] },
      { createdAt: 1_600_000_000 },
      { usernameHistory: [{ name: 'Old', changedToAt: 1_600_000_000 }] },
      { createdAt: 8.64e15 },
      { suspendedUntil: '2030-01-01T00:00:00Z' },
      { suspended: false, suspensionReason: 'because' },
      { suspended: 'yes' },
      { passwordSalt: 'salt' },
      { password: undefined, passwordHash: bcrypt, passwordSalt: 'salt' },
      { language: 'English' },
      { skinModel: 'slim' },
      { skin: 'skin.png', skinModel: 'steve' },
      { skin: '../skin.png' },
      { skin: '/etc/hostname' },
      { cape: 'link.png' },
      { cape: 'nowhere.png' },
      { cape: '.' },
      { skin: 'odd.png' },
      { skin: 'text.png' },
      { skin: 'huge.png' },
    ]
    const lines = [
      ...odd.map((more, index) => player(index, more)),
      player(100, { email: 'same@example.org' }),
      player(101, { email: 'SAME@example.org' }),
      { ...player(100, { email: 'same@example.org' }), language: 'de' },
      { ...player(100, {}), username: 'oDD_100' },
      player(102, { id: 'f'.repeat(31) + 'a' }),
      player(103, { id: 'f'.repeat(31) + 'a' }),
      player(104, { password: undefined, passwordHash: '$1$saltsalt$qjXMvbEw8oaL.CzflDtaK/' }),
      player(105, { password: undefined, passwordHash: bcrypt.replace(/\$\d\d\$/, '$$31$$') }),
      player(106, {
        password: undefined,
        passwordHash: '$argon2id$v=19$m=9999999,t=1,p=1$c2FsdHNhbHQ$aGFzaA',
      }),
      player(107, { id: '0'.repeat(32) }),
    ]
    const expected = {
      added: 2,
      unchanged: 1,
      refused: {
        1: `fields_unknown "uuid", "created_at", "${'é'.repeat(40)}"`,
        2: 'fields_unknown "usernameHistory.changedTo"',
        3: 'instant_in_seconds',
        4: 'instant_in_seconds',
        5: 'instant_malformed',
        6: 'suspension_contradictory',
        7: 'suspension_contradictory',
        8: 'line_incomplete',
        9: 'password_salt_misplaced',
        10: 'password_salt_misplaced',
        11: 'language_malformed',
        12: 'skin_missing',
        13: 'skin_model_unknown',
        14: 'file_outside ../skin.png',
        15: 'file_outside /etc/hostname',
        16: 'file_outside link.png',
        17: 'file_unreadable nowhere.png',
        18: 'file_unreadable .',
        19: 'texture_size_unknown odd.png',
        20: 'texture_malformed text.png',
        21: 'texture_too_large huge.png',
        23: 'email_taken',
        25: 'username_taken',
        27: 'id_taken',
        28: 'password_hash_unknown',
        29: 'password_hash_costly',
        30: 'password_hash_costly',
        31: 'id_malformed',
      },
    }
    assert.deepEqual(await run(service, lines, true), expected)
    await assert.rejects(service.stored({ id: 'Odd_100' }), /there is no account/)
    assert.deepEqual(await run(service, lines), expected)
    const again = await run(service, lines, true)
    assert.deepEqual([again.added, again.unchanged], [0, 3])
  })

  test('rows of the previous batch are known, even if they are being written at the same time', async () => {
    const service = await start()
    const account = (name: string) => ({ username: name, email: `${name}@example.org`, passwordHash: '!' })
    const id = '0123456789abcdef0123456789abcdef'
    const many = Array.from({ length: 1499 }, (_, index) => account(`Batch${index}`))
    const lines = [
      { ...account('First'), id },
      ...many,
      { ...account('First'), id },
      { ...account('FIRST'), email: null },
      { ...account('Other'), id },
      { ...account('Another'), email: 'FIRST@example.org' },
      account('Batch7'),
      account('Last'),
    ]
    const result = {
      added: 1501,
      unchanged: 2,
      refused: { 1502: 'username_taken', 1503: 'id_taken', 1504: 'email_taken' },
    }
    assert.deepEqual(await run(service, lines, true), result)
    assert.deepEqual(await run(service, lines), result)
    const { entries } = await service.context.db.query
      .selectFrom('audit_entry')
      .select((eb) => eb.fn.countAll<number>().as('entries'))
      .where('event', '=', 'account.created')
      .executeTakeFirstOrThrow()
    assert.equal(entries, 1501)
  })

  test('a picture that many players have is decoded once; each has the model of its own line', async (t) => {
    const service = await shared()
    const { context } = service
    const decode = t.mock.method(context.imageWork, 'decode')
    const models = ['slim', 'default', undefined]
    const lines = Array.from({ length: 30 }, (_, index) => ({
      username: `Wears${index}`,
      passwordHash: '!',
      skin: 'skin.png',
      skinModel: models[index % 3],
      cape: 'cape.png',
    }))
    assert.deepEqual(await run(service, lines), { added: 30, unchanged: 0, refused: {} })
    assert.equal(decode.mock.callCount(), 2)
    const worn = await Promise.all([0, 1, 2].map((index) => service.stored({ id: `Wears${index}` })))
    assert.deepEqual(
      worn.map(({ textures }) => textures.skin?.model),
      ['slim', 'default', 'default'],
    )
    assert.equal(new Set(worn.map(({ textures }) => textures.skin?.hash)).size, 1)
  })

  test('NORN_UUIDS=offline derives UUIDs from names, for new accounts and for imported ones without a UUID', async () => {
    const service = await start({ NORN_UUIDS: 'offline', NORN_NAME_HOLD: '0s' })
    const steve = '5627dd98e6be3c21b8a8e92344183641'
    assert.equal((await service.account({ username: 'Steve' })).id, steve)
    await renameAccount(service.context, operator, await service.stored({ id: steve }), 'Alex')
    // The name is available again, but the UUID derived from it is not.
    const lines = [
      { username: 'Steve', ...plain },
      { username: 'Notch', ...plain },
    ]
    assert.deepEqual((await run(service, lines)).added, 2)
    assert.equal((await service.stored({ id: 'Notch' })).id, 'b50ad385829d3141a2167e7d7539ba7f')
    assert.notEqual((await service.stored({ id: 'Steve' })).id, steve)
    await renameAccount(service.context, operator, await service.stored({ id: 'Notch' }), 'Herobrine')
    assert.notEqual((await service.account({ username: 'Notch' })).id, 'b50ad385829d3141a2167e7d7539ba7f')
    await assert.rejects(service.account({ id: steve }), { reason: 'id_taken' })
  })

  test('a second import recognizes an account by its UUID even if it has got an email since', async () => {
    const service = await shared()
    const id = 'e'.repeat(32)
    const lines = [
      { id, username: 'Later', ...plain },
      { username: 'Never', ...plain },
    ]
    assert.deepEqual((await run(service, lines)).added, 2)
    await service.context.db.query
      .updateTable('account')
      .set((row) => ({ email: 'x@example.org', email_folded: row.ref('username_folded') }))
      .where('username', 'in', ['Later', 'Never'])
      .execute()
    assert.deepEqual(await run(service, lines), { added: 0, unchanged: 1, refused: { 2: 'username_taken' } })
  })
})
