// /api/v1/me: what a player keeps and wears, with a launcher's token or an application's.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../../src/domain/accounts/roles.ts'
import { suspendAccount } from '../../../src/domain/accounts/suspend.ts'
import { shareBudget } from '../../../src/domain/library/review.ts'
import { shareTexture } from '../../../src/domain/library/share.ts'
import { takeDownTexture } from '../../../src/domain/moderation/take-down.ts'
import { makePng, noise } from '../../png.ts'
import { onEveryDatabase, operator, type RunningService } from '../../service.ts'
import { adminClient } from '../admin/api.ts'
import { deviceTokens } from '../oauth2/oauth.ts'

const file = (png: Buffer) => new Blob([new Uint8Array(png)], { type: 'image/png' })
const skin = (seed: number) => file(makePng(64, 64, noise(seed)))
const cape = (seed: number) => file(makePng(64, 32, noise(seed)))

/** Sends requests with a token. */
const asker = (service: RunningService, token: string | undefined) => {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const send = (method: string, path: string, body?: unknown) =>
    service.request(`/api/v1/me${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const add = (fields: Record<string, string | Blob>) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    return service.request('/api/v1/me/wardrobe', { method: 'POST', headers, body })
  }
  return { send, add }
}

async function launcher(service: RunningService) {
  const account = await service.account()
  const token = await service.signIn(account)
  return { account, token, ...asker(service, token) }
}

onEveryDatabase('the wardrobe of players', (start, shared) => {
  test('names of what is shared are given within the budget of sharing where each waits for its review', async () => {
    const service = await start({ NORN_LIBRARY: 'public', NORN_LIBRARY_REVIEW: 'on' })
    const { account, send, add } = await launcher(service)
    const { id } = (await add({ file: skin(3), name: 'Red' })).json
    await shareTexture(service.context, operator, await service.stored(account), id)
    for (let number = 1; number < shareBudget.size; number++) {
      const renamed = await send('PATCH', `/wardrobe/${id}`, { name: `Red ${number}` })
      assert.deepEqual([renamed.status, renamed.json.shared], [200, 'waiting'])
    }
    const refused = await send('PATCH', `/wardrobe/${id}`, { name: 'One more' })
    assert.deepEqual([refused.status, refused.json.code], [429, 'too_many_shares'])
    assert.equal(refused.headers.get('retry-after'), String(shareBudget.refillMs / 1000))
    assert.equal((await send('GET', '/wardrobe')).json.items[0].name, `Red ${shareBudget.size - 1}`)
  })

  test('keeps, lists, renames, wears and removes with the token of a launcher', async () => {
    const service = await shared()
    const { account, send, add } = await launcher(service)
    assert.deepEqual((await send('GET', '/wardrobe')).json, { items: [], next: null })
    const made = await add({ file: skin(1), name: 'Red', model: 'slim' })
    const { id, hash } = made.json
    const item = {
      id,
      name: 'Red',
      kind: 'skin',
      model: 'slim',
      hash,
      url: `${service.baseUrl}/textures/${hash}`,
      worn: false,
      shared: 'no',
      state: 'kept',
    }
    assert.deepEqual([made.status, made.json], [201, item])
    assert.equal((await service.get(`/textures/${hash}`)).status, 200)
    const again = await add({ file: skin(1), name: 'Again' })
    assert.deepEqual([again.status, again.json], [200, item])
    service.advance(1000)
    const second = await add({ file: cape(2), name: 'Flag', kind: 'cape' })
    assert.deepEqual([second.status, second.json.kind, second.json.model], [201, 'cape', null])

    const first = (await send('GET', '/wardrobe?limit=1')).json
    assert.deepEqual(first.items, [second.json])
    assert.deepEqual((await send('GET', `/wardrobe?limit=1&after=${first.next}`)).json, {
      items: [item],
      next: null,
    })

    assert.equal((await send('POST', `/wardrobe/${id}/wear`)).status, 204)
    assert.deepEqual((await service.stored(account)).textures.skin, { hash, model: 'slim' })
    const renamed = await send('PATCH', `/wardrobe/${id}`, { name: 'Crimson' })
    assert.deepEqual([renamed.status, renamed.json], [200, { ...item, name: 'Crimson', worn: true }])
    assert.equal((await send('DELETE', '/worn/skin')).status, 204)
    assert.equal((await service.stored(account)).textures.skin, undefined)
    await send('POST', `/wardrobe/${id}/wear`)
    assert.equal((await send('DELETE', `/wardrobe/${id}`)).status, 204)
    assert.equal((await service.stored(account)).textures.skin, undefined, 'taken off')
    assert.equal((await send('DELETE', `/wardrobe/${id}`)).status, 404)

    const [recent] = (await send('GET', '/wardrobe?from=recent')).json.items
    assert.deepEqual([recent.id, recent.name, recent.hash, recent.worn], [hash, null, hash, false])
    assert.equal((await send('POST', `/wardrobe/${recent.id}/wear`)).status, 204)
    assert.equal((await service.stored(account)).textures.skin?.hash, hash)
    assert.deepEqual((await send('GET', '/wardrobe?from=shelves')).json, { items: [], next: null })
    for (let times = 0; times < 2; times++) assert.equal((await send('DELETE', '/worn/cape')).status, 204)
  })

  test('a texture that was taken down says so, and nobody puts it on again', async () => {
    const service = await shared()
    const { account, send, add } = await launcher(service)
    const { id, hash } = (await add({ file: skin(77), name: 'Bad' })).json
    assert.equal((await send('POST', `/wardrobe/${id}/wear`)).status, 204)
    await takeDownTexture(service.context, operator, hash)
    const [item] = (await send('GET', '/wardrobe')).json.items
    assert.deepEqual([item.id, item.state, item.worn], [id, 'taken_down', false])
    assert.equal((await service.stored(account)).textures.skin, undefined)
    const refused = await send('POST', `/wardrobe/${id}/wear`)
    assert.deepEqual([refused.status, refused.json.code], [422, 'texture_taken_down'])
    assert.equal((await send('DELETE', `/wardrobe/${id}`)).status, 204)
  })

  test('a scope opens what consent names, and nothing else opens anything', async () => {
    const service = await shared()
    const { account, add } = await launcher(service)
    const { id } = (await add({ file: skin(1), name: 'Kept' })).json
    const askWith = async (scope: string) =>
      asker(service, (await deviceTokens(service, account, scope)).access_token)
    const writing = ['PATCH', 'POST', 'DELETE', 'DELETE'] as const
    const paths = [`/wardrobe/${id}`, `/wardrobe/${id}/wear`, '/worn/skin', '/worn/cape'] as const
    const statuses = async ({ send, add }: ReturnType<typeof asker>) => [
      (await send('GET', '/wardrobe')).status,
      ...(await Promise.all(
        writing.map(
          async (method, at) =>
            (
              await send(method, paths[at] ?? '', method === 'PATCH' ? { name: 'N' } : undefined)
            ).status,
        ),
      )),
      (await add({ file: skin(2), name: 'New' })).status,
    ]
    assert.deepEqual(await statuses(await askWith('openid wardrobe_read')), [200, 403, 403, 403, 403, 403])
    assert.deepEqual(await statuses(await askWith('openid wardrobe_write')), [200, 200, 204, 204, 204, 201])
    for (const scope of ['openid', 'openid profile_write game_server_session'])
      assert.deepEqual(await statuses(await askWith(scope)), Array(6).fill(403), scope)
    const { token: apiToken } = await adminClient(service)
    await grantRole(service.context, operator, await service.stored(account), 'admin')
    for (const token of [apiToken, 'rubbish', undefined, 'x'.repeat(43)]) {
      assert.deepEqual(await statuses(asker(service, token)), Array(6).fill(401), token)
      const refused = await asker(service, token).send('GET', '/wardrobe')
      assert.equal(refused.headers.get('www-authenticate'), 'Bearer')
      assert.deepEqual([refused.json.code, refused.json.status], ['bearer_invalid', 401])
    }
    // Such a token joins nothing and renames nobody.
    const { access_token: narrow } = await deviceTokens(service, account, 'openid wardrobe_write')
    const headers = { authorization: `Bearer ${narrow}` }
    const profile = '/authlib-injector/minecraftservices/game/profile'
    assert.equal((await service.request(profile, { headers })).status, 401)
    assert.equal(
      (await service.request(`${profile}/name/Other_Name`, { method: 'PUT', headers })).status,
      403,
    )
    const admin = await service.request('/api/v1/accounts', { headers })
    assert.equal(admin.status, 401)
    const foreign = await service.request('/api/v1/me/wardrobe', {
      headers: { ...headers, origin: 'https://elsewhere.example.test' },
    })
    assert.equal(foreign.headers.get('access-control-allow-origin'), null)
  })

  test('another’s id is 404, bad files and names change nothing, and suspension ends it', async () => {
    const service = await start({ NORN_WARDROBE_SIZE: '2' })
    const { account, send, add } = await launcher(service)
    const other = await launcher(service)
    const { id } = (await other.add({ file: skin(1), name: 'Theirs' })).json
    for (const [method, path, body] of [
      ['PATCH', `/wardrobe/${id}`, { name: 'Mine' }],
      ['POST', `/wardrobe/${id}/wear`, undefined],
      ['DELETE', `/wardrobe/${id}`, undefined],
      ['POST', `/wardrobe/${'0'.repeat(64)}/wear`, undefined],
      ['DELETE', '/wardrobe/%00', undefined],
    ] as const) {
      const refused = await send(method, path, body)
      assert.deepEqual(
        [refused.status, refused.headers.get('content-type')?.split(';')[0]],
        [404, 'application/problem+json'],
        path,
      )
    }
    assert.equal((await other.send('GET', '/wardrobe')).json.items[0].name, 'Theirs')
    for (const [fields, status, code] of [
      [{ file: skin(2), name: '' }, 422, 'wardrobe_name_malformed'],
      [{ file: skin(2), name: 'a\u202eb' }, 422, 'wardrobe_name_malformed'],
      [{ file: skin(2), name: 'x'.repeat(65) }, 422, 'wardrobe_name_malformed'],
      [{ file: skin(2), name: 'A', kind: 'hat' }, 422, 'malformed'],
      [{ file: skin(2), name: 'A', model: 'wide' }, 422, 'malformed'],
      [{ file: cape(2), name: 'A', kind: 'skin', model: 'x' }, 422, 'malformed'],
      [{ name: 'A' }, 422, 'texture_missing'],
      [{ file: file(Buffer.from('no PNG')), name: 'A' }, 422, 'texture_malformed'],
      [{ file: file(Buffer.alloc(1024 * 1024 + 1)), name: 'A' }, 413, 'texture_too_large'],
    ] as const) {
      const refused = await add(fields as Record<string, string | Blob>)
      assert.deepEqual([refused.status, refused.json.code], [status, code], JSON.stringify(fields))
    }
    assert.deepEqual((await send('GET', '/wardrobe')).json.items, [])
    for (const seed of [1, 2]) assert.equal((await add({ file: skin(seed), name: 'A' })).status, 201)
    const full = await add({ file: skin(3), name: 'A' })
    assert.deepEqual([full.status, full.json.code], [422, 'wardrobe_full'])
    assert.equal((await send('PATCH', `/wardrobe/${id}`, { name: 'A', more: 1 })).status, 422)
    assert.equal((await send('GET', '/wardrobe?limit=0')).status, 422)
    await suspendAccount(service.context, operator, await service.stored(account), {})
    assert.equal((await send('GET', '/wardrobe')).status, 401)
  })

  test('NORN_SKINS=off refuses what changes a skin, and NORN_WARDROBE_SIZE=0 is 404', async () => {
    const service = await start({ NORN_SKINS: 'off' })
    const { send, add } = await launcher(service)
    const refused = await add({ file: skin(1), name: 'A' })
    assert.deepEqual(
      [refused.status, refused.json.code, refused.json.detail],
      [403, 'skins_off', "Skins can't be changed here."],
    )
    assert.equal((await send('DELETE', '/worn/skin')).json.code, 'skins_off')
    const { id } = (await add({ file: cape(1), name: 'A', kind: 'cape' })).json
    assert.equal((await send('POST', `/wardrobe/${id}/wear`)).status, 204)

    const off = await start({ NORN_WARDROBE_SIZE: '0' })
    const without = await launcher(off)
    for (const ask of [without, asker(off, undefined)]) {
      for (const [method, path] of [
        ['GET', '/wardrobe'],
        ['POST', '/wardrobe/x/wear'],
        ['DELETE', '/worn/skin'],
      ] as const) {
        const answer = await ask.send(method, path)
        assert.deepEqual([answer.status, answer.json.code], [404, 'route_unknown'])
      }
    }
    assert.ok(
      !Object.keys((await off.get('/openapi.json')).json.paths).some((path) => path.startsWith('/api/v1/me')),
    )
  })
})
