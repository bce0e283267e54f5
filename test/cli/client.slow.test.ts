import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Installation, install } from './norn.ts'

let norn: Installation
before(async () => {
  norn = await install()
})
after(() => norn.remove())

interface ShownClient {
  client_id: string
  client_secret?: string
  client_name: string
  redirect_uris: string[]
  public: boolean
}

test('clients are created, listed, shown, given a new secret, and deleted', async () => {
  const redirects = ['https://app.example.test/back', 'http://127.0.0.1:8000/back']
  const uris = redirects.flatMap((uri) => ['--redirect-uri', uri])
  const site = await norn.json<ShownClient>('client', 'create', '--name', 'A web site', ...uris)
  assert.deepEqual(Object.keys(site), [
    'client_id',
    'client_secret',
    'client_name',
    'redirect_uris',
    'public',
  ])
  const { client_id, client_secret = '', ...rest } = site
  assert.match(client_id, /^[0-9a-f]{32}$/)
  assert.match(client_secret, /^[\w-]{43}$/)
  assert.deepEqual(rest, { client_name: 'A web site', redirect_uris: redirects, public: false })

  const game = [
    '--name',
    'A launcher',
    '--redirect-uri',
    'launcher://back',
    '--public',
    '--id-token-alg',
    'ES256',
  ]
  const open = await norn.json<ShownClient>('client', 'create', ...game)
  assert.equal(open.client_secret, undefined)
  const listed = await norn.json<ShownClient[]>('client', 'list')
  assert.deepEqual(listed, [
    { client_id: 'launchers', client_name: 'Launcher', redirect_uris: [], public: true },
    { client_id, ...rest },
    open,
  ])
  const shown = await norn.json<ShownClient & { createdAt: string }>('client', 'show', open.client_id)
  assert.deepEqual(shown, {
    ...open,
    id_token_alg: 'ES256',
    pkce: 'required',
    createdAt: shown.createdAt,
    grants: 0,
  })
  const forge = await norn.json<ShownClient>(
    'client',
    'create',
    '--name',
    'Forge',
    ...uris,
    '--pkce',
    'optional',
  )
  assert.equal((await norn.json<{ pkce: string }>('client', 'show', forge.client_id)).pkce, 'optional')
  await norn.json('client', 'delete', forge.client_id)

  const renewed = await norn.json<ShownClient>('client', 'secret', client_id)
  assert.notEqual(renewed.client_secret, client_secret)
  assert.deepEqual(await norn.json('client', 'delete', client_id), { client_id })
  assert.equal((await norn.json<ShownClient[]>('client', 'list')).length, 2)
})

test('refusals state the reason', async () => {
  const create = (uri: string, ...more: string[]) => [
    'client',
    'create',
    '--name',
    'X',
    '--redirect-uri',
    uri,
    ...more,
  ]
  // test/domain/oauth-clients.test.ts tests the rule of each reason.
  const refused: [string[], RegExp][] = [
    [create('http://app.example.test/back'), /is not encrypted; use https:/],
    [create('http://127.0.0.1/', '--public', '--pkce', 'optional'), /a public client must use PKCE/],
    [
      ['client', 'show', 'nobody'],
      /the application does not exist; .norn client list. shows all applications/,
    ],
    [['client', 'delete', 'launchers'], /part of every installation/],
    [['client', 'secret', 'launchers'], /has no secret/],
  ]
  for (const [line, reason] of refused) {
    const { status, stdout, stderr } = await norn.run(line)
    assert.equal(status, 1, stderr)
    assert.equal(stdout, '')
    assert.match(stderr, reason)
  }
  const usage = await norn.run(create('https://a.test/', '--id-token-alg', 'none'))
  assert.deepEqual([usage.status, /must be RS256 or ES256/.test(usage.stderr)], [2, true])
})

test('a client is changed: a list replaces the one before, and nothing else changes', async () => {
  await norn.run(['group', 'create', 'crew'])
  const made = await norn.json<ShownClient>(
    'client',
    'create',
    '--name',
    'Forum',
    '--redirect-uri',
    'https://a.example.test/cb',
  )
  const id = made.client_id
  const set = (...options: string[]) => norn.json<object>('client', 'set', id, ...options)
  const shown = {
    client_id: id,
    client_name: 'Forum',
    redirect_uris: ['https://a.example.test/cb'],
    public: false,
  }
  assert.deepEqual(await set('--name', 'Wiki'), { ...shown, client_name: 'Wiki' })
  const uris = ['https://b.example.test/cb', 'https://c.example.test/cb']
  const changed = { ...shown, client_name: 'Wiki', redirect_uris: uris }
  assert.deepEqual(await set(...uris.flatMap((uri) => ['--redirect-uri', uri])), changed)
  const out = ['--post-logout-redirect-uri', 'https://b.example.test/']
  assert.deepEqual(await set('--group', 'crew', '--pkce', 'optional', ...out), {
    ...changed,
    groups: ['crew'],
    post_logout_redirect_uris: ['https://b.example.test/'],
  })
  const { pkce } = await norn.json<{ pkce: string }>('client', 'show', id)
  assert.equal(pkce, 'optional')
  assert.deepEqual(await set('--no-groups', '--no-post-logout-redirect-uris'), changed)
  for (const [options, message] of [
    [['--no-groups', '--group', 'crew'], /exclude each other/],
    [['--no-post-logout-redirect-uris', ...out], /exclude each other/],
    [['--group', 'nobody'], /group/],
    [['--redirect-uri', 'https://b.example.test/#x'], /fragment/],
    [['--pkce', 'plain'], /required or optional|plain/],
    [['--public'], /--public/],
  ] as const) {
    const refused = await norn.run(['client', 'set', id, ...options])
    assert.notEqual(refused.status, 0)
    assert.match(refused.stderr, message)
  }
  assert.deepEqual(await set(), changed)
  assert.notEqual((await norn.run(['client', 'set', 'launchers', '--name', 'x'])).status, 0)
  assert.notEqual((await norn.run(['client', 'set', 'nobody', '--name', 'x'])).status, 0)
})
