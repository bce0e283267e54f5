// Lookups by name, by UUID and by many names at once.
import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { deleteAccount } from '../../../src/domain/accounts/delete.ts'
import { findAccount } from '../../../src/domain/accounts/find.ts'
import { suspendAccount } from '../../../src/domain/accounts/suspend.ts'
import { renameAccount } from '../../../src/domain/names/rename.ts'
import { uuidMalformed } from '../../http/answers.ts'
import { rawRequest } from '../../raw.ts'
import { type Answer, onEveryDatabase, operator, type RunningService } from '../../service.ts'

const illegal = (errorMessage: string) => [
  400,
  JSON.stringify({ error: 'IllegalArgumentException', errorMessage }),
]
const namesUnreadable = illegal('Passed array of profile names is an invalid JSON string.')
const namesTooMany = illegal('Not more than that 100 profile names per call is allowed.')
const nameMissing = illegal('profileName can not be null, empty or array key.')

const hyphens = (id: string) => id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

function notFound(answer: Answer, about?: string): void {
  assert.deepEqual([answer.status, answer.text], [204, ''], about)
  assert.equal(answer.headers.get('content-type'), null, about)
}

function found(answer: Answer, json: unknown, about?: string): void {
  assert.deepEqual([answer.status, answer.text], [200, JSON.stringify(json)], about)
  assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8', about)
}

async function stored({ context }: RunningService, id: string) {
  const account = await findAccount(context, id)
  assert.ok(account)
  return account
}

const unknownId = 'ab'.repeat(16)

onEveryDatabase('GET /api/users/profiles/game/{username}', (start, shared) => {
  const byName = (service: RunningService, path: string) => service.get(`/api/users/profiles/game/${path}`)

  test('finds a name in any letter case and writes it as stored', async () => {
    const service = await start()
    const { id } = await service.account({ username: 'St-e.ve_1' })
    for (const name of ['St-e.ve_1', 'st-e.ve_1', 'ST-E.VE_1', 'St%2De.ve%5F1', 'st-e.ve_1/']) {
      found(await byName(service, name), { id, name: 'St-e.ve_1' }, name)
    }
    const head = await service.get('/api/users/profiles/game/st-e.ve_1', { method: 'HEAD' })
    assert.deepEqual([head.status, head.text], [200, ''])
  })

  test('ignores `at`, whatever it holds', async () => {
    const service = await shared()
    const { id, username } = await service.account()
    const queries = [
      'at=0',
      'at=1431656400',
      'at=-1',
      'at=x',
      'at=',
      'at',
      'at=%zz',
      'at=1&at=2',
      'at[]=1',
      'other=1',
    ]
    for (const query of queries) {
      found(await byName(service, `${username}?${query}`), { id, name: username }, query)
      notFound(await byName(service, `nobody?${query}`), query)
    }
  })

  test('an impossible name is simply not found', async () => {
    const service = await shared()
    const { id, email, username } = await service.account()
    const names = ['nobody', 'x'.repeat(200), 'x'.repeat(8000), '%20', `${username}%20`, `%20${username}`]
    const odd = ['%00', '%C3%BC', '%E2%84%AA', '%F0%9F%98%80', '..%2F..', 'a%2Fb', '%22', "'%20or%201=1--"]
    const undecodable = ['%', '%zz', '%ff', '%C3', '%ED%A0%80', `${username}%f`]
    for (const name of [...names, ...odd, ...undecodable, id, hyphens(id), encodeURIComponent(email)]) {
      const { status, body } = await rawRequest(
        service.baseUrl,
        `GET /api/users/profiles/game/${name} HTTP/1.1`,
      )
      assert.deepEqual([status, body.toString()], [204, ''], name.slice(0, 40))
    }
    const missing = await byName(service, '')
    assert.equal(missing.status, 404)
  })

  test('a suspended account is found; a deleted account or an old name is not', async () => {
    const service = await shared()
    const { id, username } = await service.account()
    await suspendAccount(service.context, operator, await stored(service, id), {})
    found(await byName(service, username), { id, name: username })
    await renameAccount(service.context, operator, await stored(service, id), 'AnotherName')
    notFound(await byName(service, username))
    found(await byName(service, 'anothername'), { id, name: 'AnotherName' })
    await deleteAccount(service.context, operator, await stored(service, id))
    notFound(await byName(service, 'AnotherName'))
  })
})

onEveryDatabase('GET /api/user/profiles/{uuid}/names', (_start, shared) => {
  const names = (service: RunningService, uuid: string) => service.get(`/api/user/profiles/${uuid}/names`)

  test('answers with one entry, the current name, however often the account was renamed', async () => {
    const service = await shared()
    const { id } = await service.account()
    for (const name of ['FirstName', 'SecondName', 'secondname']) {
      await renameAccount(service.context, operator, await stored(service, id), name)
      for (const uuid of [id, id.toUpperCase(), hyphens(id), hyphens(id).toUpperCase()]) {
        found(await names(service, uuid), [{ name }], uuid)
      }
    }
    await suspendAccount(service.context, operator, await stored(service, id), {})
    found(await names(service, id), [{ name: 'secondname' }])
  })

  test('an unknown UUID and the UUID of a deleted account are not found', async () => {
    const service = await shared()
    const { id } = await service.account()
    await deleteAccount(service.context, operator, await stored(service, id))
    for (const uuid of [id, unknownId, '0'.repeat(32), hyphens('0'.repeat(32))]) {
      notFound(await names(service, uuid), uuid)
    }
  })

  test('an invalid UUID is refused', async () => {
    const service = await shared()
    const { username } = await service.account()
    const uuids = [
      username,
      'x',
      '%00',
      '%zz',
      '%ff',
      unknownId.slice(1),
      `${unknownId}0`,
      `g${unknownId.slice(1)}`,
    ]
    const misplaced = `${unknownId.slice(0, 7)}-${unknownId.slice(7)}`
    for (const uuid of [
      ...uuids,
      misplaced,
      `%7B${hyphens(unknownId)}%7D`,
      `${unknownId}%20`,
      'x'.repeat(200),
    ]) {
      const { status, text } = await names(service, uuid)
      assert.deepEqual([status, text], uuidMalformed, uuid)
    }
  })
})

onEveryDatabase('POST /api/profiles/game', (start, shared) => {
  const path = '/api/profiles/game'
  const send = (service: RunningService, body: RequestInit['body'], type?: string, more = {}) =>
    service.request(path, {
      method: 'POST',
      body: body ?? null,
      headers: { ...(type !== undefined && { 'content-type': type }), ...more },
    })
  const form = 'application/x-www-form-urlencoded'

  async function people(service: RunningService, count: number) {
    const entries = []
    for (let index = 0; index < count; index++) {
      const { id, username } = await service.account()
      entries.push({ id, name: username })
    }
    return entries
  }

  test('answers in the order of the request, skips unknown names, and lists each account once', async () => {
    const service = await shared()
    const [one, two, three] = await people(service, 3)
    assert.ok(one && two && three)
    const { name } = one
    found(await service.post(path, [three.name, 'nobody', name, two.name]), [three, one, two])
    found(await service.post(path, [name.toUpperCase(), two.name, name, name.toLowerCase()]), [one, two])
    found(await service.post(path, ['nobody', 'na me', '\u0000', 'x'.repeat(200), 'ü', 'K']), [])
    found(await service.post(path, []), [])
    found(await service.post(path, [`${name} `, ` ${name}`, one.id]), [])
  })

  test('the array is read whatever the Content-Type says', async () => {
    const service = await shared()
    const [one] = await people(service, 1)
    assert.ok(one)
    const body = ` ["${one.name}"]\r\n`
    const types = ['application/json', 'application/json; charset=utf-8', 'text/plain', form, 'nonsense', '']
    for (const type of [...types, 'multipart/form-data; boundary=x', undefined]) {
      found(await send(service, Buffer.from(body), type), [one], type ?? 'none')
    }
    found(await send(service, gzipSync(body), undefined, { 'content-encoding': 'gzip' }), [one])
    const escaped = one.name.replaceAll(/./g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`)
    found(await send(service, `["${escaped}"]`), [one])
  })

  test('form fields are the names in their order, or one field contains the array', async () => {
    const service = await shared()
    const [one, two] = await people(service, 2)
    assert.ok(one && two)
    const names = [two.name, one.name]
    const forms = [
      `0=${two.name}&1=${one.name}`,
      `%5B%5D=${two.name}&%5B%5D=${one.name}`,
      `[]=${two.name}&[]=${one.name}`,
      `names[]=${two.name}&names[]=nobody&names%5B%5D=${one.name}`,
      `b=${two.name}&a=${one.name}`,
      `names=${encodeURIComponent(JSON.stringify(names))}`,
      `0=${encodeURIComponent(` ${JSON.stringify(names)}`)}`,
    ]
    for (const body of forms) found(await send(service, body, form), [two, one], body)
    found(await send(service, forms[0], `${form}; charset=UTF-8`), [two, one])
    found(await send(service, `0=${one.name}`, form), [one])
    found(await send(service, 'names=%5B%5D', form), [])

    const many = new FormData()
    for (const name of names) many.append('names[]', name)
    found(await send(service, many), [two, one])
    const single = new FormData()
    single.append('profiles', JSON.stringify(names))
    found(await send(service, single), [two, one])
  })

  test('invalid JSON, a value that is not an array and an empty body get errors of their own', async () => {
    const service = await shared()
    const unreadable = [
      '',
      '{}',
      '{"0":"a"}',
      '"a"',
      '5',
      'null',
      'true',
      '[',
      '["a"',
      '["a",]',
      "['a']",
      'a',
      '\ufeff[',
    ]
    for (const body of unreadable) {
      const { status, text } = await send(service, body, 'application/json')
      assert.deepEqual([status, text], namesUnreadable, body)
    }
    const bytes = [Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d]), Buffer.from([0x00]), gzipSync('["a"]')]
    for (const body of bytes) {
      const { status, text } = await send(service, body)
      assert.deepEqual([status, text], namesUnreadable)
    }
    const forms: [string, string][] = [
      ['', form],
      ['&', form],
      ['names=%5B%22a', form],
      ['names=[oops]', form],
      ['--x\r\n', 'multipart/form-data; boundary=x'],
      ['--x--\r\n', 'multipart/form-data; boundary=x'],
      ['0=a', 'multipart/form-data'],
      ['0=a', 'text/plain'],
    ]
    for (const [body, type] of forms) {
      const { status, text } = await send(service, body, type)
      assert.deepEqual([status, text], namesUnreadable, `${type}: ${body}`)
    }
    const empty = await rawRequest(service.baseUrl, `POST ${path} HTTP/1.1`, ['Content-Length: 0'])
    assert.deepEqual([empty.status, empty.body.toString()], namesUnreadable)
  })

  test('an element that is empty or not a string is refused', async () => {
    const service = await shared()
    const [one] = await people(service, 1)
    assert.ok(one)
    for (const element of ['', null, 5, true, {}, [], ['a'], [['a']], { name: 'a' }]) {
      const { status, text } = await service.post(path, [one.name, element])
      assert.deepEqual([status, text], nameMissing, JSON.stringify(element))
    }
    for (const body of ['0=', `0=${one.name}&1=`, 'names=["a",5]']) {
      const { status, text } = await send(service, body, form)
      assert.deepEqual([status, text], nameMissing, body)
    }
    const file = new FormData()
    file.append('names', new Blob(['a']), 'names.txt')
    const { status, text } = await send(service, file)
    assert.deepEqual([status, text], nameMissing)
    const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`
    assert.deepEqual((await send(service, deep)).text, nameMissing[1])
  })

  test('100 names are allowed and 101 are not, counted before they are validated', async () => {
    const service = await shared()
    const [one] = await people(service, 1)
    assert.ok(one)
    const names = Array.from({ length: 100 }, (_, index) => `absent_${index}`)
    found(await service.post(path, [...names.slice(1), one.name]), [one])
    found(await service.post(path, Array(100).fill(one.name)), [one])
    const fields = (list: string[]) => list.map((name, index) => `${index}=${name}`).join('&')
    found(await send(service, fields([...names.slice(1), one.name]), form), [one])
    for (const list of [
      [...names, one.name],
      Array(101).fill(one.name),
      Array(101).fill(''),
      Array(101).fill(5),
    ]) {
      for (const answer of [await service.post(path, list), await send(service, fields(list), form)]) {
        assert.deepEqual([answer.status, answer.text], namesTooMany)
      }
    }
  })

  test('lone surrogates, NUL and other odd characters are names that no account has', async () => {
    const service = await shared()
    const [one] = await people(service, 1)
    assert.ok(one)
    const body = `["\\ud800","\\udfff\\ud800","\\u0000","\\u212a","${one.name}","\u{1f600}","__proto__"]`
    found(await send(service, body), [one])
    found(await send(service, `0=%ED%A0%80&1=%00&2=${one.name}`, form), [one])
  })

  test('a body over the limit is refused', async () => {
    const service = await shared()
    for (const size of [64 * 1024 + 1, 10_000_000]) {
      const body = Buffer.alloc(size, ' ')
      const headers = [`Content-Length: ${size}`, 'Content-Type: application/json']
      const head = await rawRequest(
        service.baseUrl,
        `POST ${path} HTTP/1.1`,
        headers,
        body.subarray(0, 60_000),
      )
      assert.equal(head.status, 413)
      assert.equal(JSON.parse(head.body.toString()).error, 'IllegalArgumentException')
    }
    const bomb = await send(service, gzipSync(Buffer.alloc(10_000_000, ' ')), undefined, {
      'content-encoding': 'gzip',
    })
    assert.equal(bomb.status, 413)
  })

  test('100 names take one query', async () => {
    const service = await start()
    const entries = await people(service, 5)
    // Reads the list of bans, which is then cached for two seconds.
    await service.post(path, [])
    const run = mock.method(service.context.db, 'run')
    const names = Array.from({ length: 95 }, (_, index) => `absent_${index}`)
    found(await service.post(path, [...entries.map(({ name }) => name), ...names]), entries)
    assert.equal(run.mock.callCount(), 1)
    run.mock.restore()
  })
})
