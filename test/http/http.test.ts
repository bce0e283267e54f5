// Rules for every request: encodings, methods, limits, the form of errors.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { exchange, open, untilClosed } from '../raw.ts'
import { onEveryDatabase, type RunningService } from '../service.ts'
import {
  bodyUnreadable,
  parametersMissing,
  refused,
  succeeded,
  succeededEmpty,
  tokenInvalid,
} from './answers.ts'

const urlencoded = 'application/x-www-form-urlencoded'

function send(
  service: RunningService,
  body: NonNullable<RequestInit['body']>,
  headers: Record<string, string> = {},
  path = '/auth/authenticate',
) {
  return service.request(path, { method: 'POST', body, headers })
}

/** Without the Content-Type that fetch adds for strings. */
const bytes = (text: string) => new Uint8Array(Buffer.from(text))

async function credentials(service: RunningService, clientToken = 'launcher') {
  const { username, password } = await service.account({ password: 'påss & wörd=1' })
  return { username, password, clientToken }
}

onEveryDatabase('bodies', (_, shared) => {
  test('JSON is read regardless of the Content-Type', async () => {
    const service = await shared()
    const good = await credentials(service)
    const json = JSON.stringify(good)
    const types = [
      'application/json',
      'application/json; charset=utf-8',
      'application/json;charset=ISO-8859-1',
      'APPLICATION/JSON',
      'text/plain',
      'text/html;;;',
      'garbage',
      ';',
      '/',
      'a/b/c; =',
      urlencoded,
      'multipart/form-data',
      'multipart/form-data; boundary=x',
      'application/octet-stream',
      'application/xml',
    ]
    for (const type of types) succeeded(await send(service, json, { 'content-type': type }), type)
    succeeded(await send(service, bytes(json)), 'none')
    succeeded(await send(service, bytes(`\ufeff${json}`)), 'with a byte order mark')
    succeeded(await send(service, bytes(`\r\n\t ${json} \n`)), 'with space around it')
    const empty = await exchange(
      service,
      `POST /auth/authenticate HTTP/1.1\r\nHost: x\r\nContent-Type:\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`,
    )
    assert.equal(empty.status, 200)
  })

  test('urlencoded forms', async () => {
    const service = await shared()
    const good = await credentials(service, 'a b+c')
    const form = new URLSearchParams({ ...good, requestUser: 'true', agent: 'x' }).toString()
    for (const type of [urlencoded, `${urlencoded}; charset=utf-8`, urlencoded.toUpperCase()]) {
      const answer = await send(service, form, { 'content-type': type })
      succeeded(answer, type)
      assert.equal(answer.json.clientToken, 'a b+c')
      assert.equal(answer.json.user.username, good.username)
    }
    const spare = await send(service, `&&=&a&${form}&%zz=%`, { 'content-type': urlencoded })
    succeeded(spare)
    refused(await send(service, `${form}&clientToken=`, { 'content-type': urlencoded }), parametersMissing)
  })

  test('multipart forms', async () => {
    const service = await shared()
    const good = await credentials(service, 'a\nb')
    const form = new FormData()
    for (const [name, value] of Object.entries(good)) form.set(name, value)
    succeeded(await send(service, form))
    form.set('clientToken', new Blob(['launcher']), 'file')
    refused(await send(service, form), parametersMissing, 'a file is not a string')
    form.delete('clientToken')
    refused(await send(service, form), parametersMissing)
  })

  test('a form may have 256 fields, or 16 parts with headers of 1 KiB each; one more is unreadable', async () => {
    const service = await shared()
    const good = await credentials(service)
    const form = new URLSearchParams(good).toString()
    const fields = (more: number) =>
      send(service, `${'a&'.repeat(more)}${form}`, { 'content-type': urlencoded })
    succeeded(await fields(253))
    refused(await fields(254), bodyUnreadable)

    const part = (name: string, value: string, padding = 0) =>
      `--B\r\nContent-Disposition: form-data; name="${name}"\r\nX: ${'x'.repeat(padding)}\r\n\r\n${value}\r\n`
    const named = Object.entries(good).map(([name, value]) => part(name, value))
    const parts = (more: number, padding = 0) =>
      send(service, bytes(`${part('a', 'b', padding).repeat(more)}${named.join('')}--B--\r\n`), {
        'content-type': 'multipart/form-data; boundary="B"; charset=utf-8',
      })
    succeeded(await parts(13))
    refused(await parts(14), bodyUnreadable)
    succeeded(await parts(1, 960))
    refused(await parts(1, 1024), bodyUnreadable)
  })

  test('256 parameters of a query are read', async () => {
    const service = await shared()
    const { username } = await service.account()
    const ask = (before: number) =>
      service.get(`/session/hasJoined?${'a&'.repeat(before)}username=${username}&serverId=x`)
    refused(await ask(254), tokenInvalid)
    refused(await ask(255), parametersMissing)
  })

  test('gzip, in any letter case', async () => {
    const service = await shared()
    const good = await credentials(service)
    const json = gzipSync(JSON.stringify(good))
    for (const encoding of ['gzip', 'GZIP', 'x-gzip']) {
      succeeded(await send(service, json, { 'content-encoding': encoding }), encoding)
    }
    const form = gzipSync(new URLSearchParams(good).toString())
    succeeded(await send(service, form, { 'content-encoding': 'gzip', 'content-type': urlencoded }))
    succeeded(await send(service, JSON.stringify(good), { 'content-encoding': 'identity' }))
  })

  test('broken gzip in a body that is not read does no harm', async () => {
    const service = await shared()
    const gzip = { 'content-encoding': 'gzip' }
    refused(await send(service, '', gzip), parametersMissing)
    const tooLarge = gzipSync(randomBytes(100_000)).fill('x', 80_000)
    assert.equal((await send(service, tooLarge, gzip)).status, 413)
    assert.equal((await send(service, tooLarge, gzip, '/nothing')).status, 404)
    const bomb = gzipSync('x'.repeat(2 ** 20)).fill('x', 500)
    assert.equal((await send(service, bomb, gzip)).status, 413)
    // An error without a listener would have ended the process by now.
    succeeded(await send(service, JSON.stringify(await credentials(service))))
  })

  test('another Content-Encoding is 415', async () => {
    const service = await shared()
    for (const encoding of ['br', 'deflate', 'zstd', 'compress', 'x', 'gzip, gzip']) {
      refused(await send(service, '{}', { 'content-encoding': encoding }), [
        415,
        '{"error":"IllegalArgumentException","errorMessage":"The Content-Encoding is not supported."}',
      ])
    }
  })

  test('input that cannot be parsed is reported as such', async () => {
    const service = await shared()
    const json = { 'content-type': 'application/json' }
    const form = new URLSearchParams(await credentials(service)).toString()
    const unreadable: [string, NonNullable<RequestInit['body']>, Record<string, string>][] = [
      ['an unfinished object', '{', json],
      ['a comma too many', '{"username":"x",}', json],
      ['words', 'hello', json],
      ['invalid UTF-8', new Uint8Array([...bytes('{"username":"'), 0xff, ...bytes('"}')]), json],
      [
        'invalid UTF-8 in a form',
        new Uint8Array([...bytes('username='), 0xff]),
        { 'content-type': urlencoded },
      ],
      ['a form without its Content-Type', bytes(form), {}],
      ['a form as JSON', form, json],
      ['multipart without a boundary', 'x', { 'content-type': 'multipart/form-data' }],
      ['multipart that ends early', '--x\r\n', { 'content-type': 'multipart/form-data; boundary=x' }],
      ['NUL', '\u0000', {}],
      ['no gzip', '{}', { 'content-encoding': 'gzip' }],
      ['half a gzip', gzipSync('{}').subarray(0, 15), { 'content-encoding': 'gzip' }],
    ]
    for (const [what, body, headers] of unreadable) {
      refused(await send(service, body, headers), bodyUnreadable, what)
    }
  })

  test('JSON that is not an object, and an empty body, have no parameters', async () => {
    const service = await shared()
    for (const body of ['[]', '5', '"x"', 'null', 'true', '{}', '[{"username":"x"}]']) {
      refused(await send(service, body), parametersMissing, body)
    }
    refused(await send(service, ''), parametersMissing)
    refused(await send(service, '', { 'content-type': urlencoded }), parametersMissing)
    refused(await send(service, gzipSync(''), { 'content-encoding': 'gzip' }), parametersMissing)
  })

  test('the query never replaces the body', async () => {
    const service = await shared()
    const good = await credentials(service)
    const query = new URLSearchParams(good)
    refused(await send(service, '{}', {}, `/auth/authenticate?${query}`), parametersMissing)
    succeeded(await send(service, JSON.stringify(good), {}, '/auth/authenticate?username=other&clientToken='))
  })

  test('a body of 64 KiB is read, one byte more is 413, also for gzip', async () => {
    const service = await shared()
    const good = await credentials(service)
    const padded = (size: number) => {
      const json = JSON.stringify({ ...good, padding: '' })
      return json.replace('"padding":""', `"padding":"${'x'.repeat(size - Buffer.byteLength(json))}"`)
    }
    const limit = 64 * 1024
    succeeded(await send(service, padded(limit)))
    succeeded(await send(service, gzipSync(padded(limit)), { 'content-encoding': 'gzip' }))
    const tooLarge = [
      413,
      '{"error":"IllegalArgumentException","errorMessage":"The request body is too large."}',
    ] as const
    refused(await send(service, padded(limit + 1)), tooLarge)
    refused(await send(service, padded(2 ** 20)), tooLarge)
    for (const size of [limit + 1, 2 ** 20, 2 ** 26]) {
      const bomb = gzipSync(padded(size), { level: 9 })
      refused(await send(service, bomb, { 'content-encoding': 'gzip' }), tooLarge, `${size} gzipped`)
    }
    const chunk = 'x'.repeat(limit + 1)
    const chunked = await exchange(
      service,
      `POST /auth/validate HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${chunk.length.toString(16)}\r\n${chunk}\r\n0\r\n\r\n`,
    )
    assert.deepEqual([chunked.status, chunked.body], tooLarge)
  })
})

const posts = [
  '/auth/authenticate',
  '/auth/refresh',
  '/auth/validate',
  '/auth/invalidate',
  '/auth/signout',
  '/session/join',
]
const gets = [
  '/session/hasJoined',
  '/session/profile/ffffffffffffffffffffffffffffffff',
  '/skinsystem/signature-verification-key.der',
  '/skinsystem/signature-verification-key.pem',
  '/oauth2/jwks',
  '/healthz',
]

onEveryDatabase('paths and methods', (start, shared) => {
  const notFound = [
    404,
    '{"error":"Not Found","errorMessage":"The server has not found anything matching the request URI"}',
  ] as const
  const methodUnknown =
    '{"error":"Method Not Allowed","errorMessage":"The method specified in the request is not allowed for the resource identified by the request URI"}'

  test('an unknown path is 404, with a body', async () => {
    const service = await shared()
    const unknown = [
      '/nothing',
      '/auth',
      '/auth/',
      '/auth/other',
      '/Auth/validate',
      '/auth/validate/x',
      '/auth//validate',
      '//auth/validate',
      '/session/profile',
      '/session/profile/',
      '/session/profile/a/b',
      '/%',
      '/auth/%zz',
      '/auth/validate%00',
      '/auth/%2e%2e/healthz',
      `/${'x'.repeat(10_000)}`,
    ]
    for (const path of unknown) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const { status, head, body } = await exchange(
          service,
          `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
        )
        assert.deepEqual([status, body], notFound, `${method} ${path}`)
        assert.match(head, /^content-type: application\/json; charset=utf-8$/im)
        assert.match(head, /^cache-control: no-store$/im)
      }
    }
  })

  test('a known path with another method is 405 and lists the allowed methods', async () => {
    const service = await shared()
    const other = ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'SEARCH', 'M-SEARCH', 'TRACE']
    const ask = (method: string, path: string) =>
      exchange(service, `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    // Pages of other sites ask there with OPTIONS first (wire/oauth2/browsers).
    const isForBrowsers = (path: string) => path === '/oauth2/jwks'
    for (const [paths, methods, allow] of [
      [posts, ['GET', 'HEAD', ...other], 'POST'],
      [gets, ['POST', ...other], 'GET, HEAD'],
    ] as const) {
      for (const path of paths) {
        for (const method of methods) {
          const { status, head, body } = await ask(method, path)
          if (method === 'OPTIONS' && isForBrowsers(path)) continue
          assert.deepEqual([status, body], [405, method === 'HEAD' ? '' : methodUnknown], `${method} ${path}`)
          const allowed = isForBrowsers(path) ? `${allow}, OPTIONS` : allow
          assert.match(head, new RegExp(`^allow: ${allowed}$`, 'im'), path)
          assert.match(head, /^cache-control: no-store$/im)
        }
      }
    }
    assert.equal((await ask('PUT', '/auth/validate/')).status, 405)
    assert.equal((await ask('PROPFIND', '/nothing')).status, 404)
  })

  test('a trailing slash is accepted, and nothing redirects', async () => {
    const service = await shared()
    for (const path of posts) {
      for (const form of [path, `${path}/`]) refused(await service.post(form, {}), parametersMissing, form)
    }
    for (const path of gets) {
      const [plain, slash] = [await service.get(path), await service.get(`${path}/`)]
      assert.deepEqual([plain.status, plain.text], [slash.status, slash.text], path)
    }
    refused(await service.get('/session/hasJoined/?username=x&serverId=y'), tokenInvalid)
  })

  test('HEAD works like GET, and states the length of the answer', async () => {
    const service = await shared()
    const { id } = await service.account()
    const paths = [...gets, `/session/profile/${id}`, '/session/hasJoined?username=x&serverId=y']
    for (const path of paths) {
      const get = await service.get(path)
      const head = await service.get(path, { method: 'HEAD' })
      assert.deepEqual([head.status, head.text], [get.status, ''], path)
      for (const name of ['content-type', 'content-length', 'cache-control']) {
        if (get.status === 204 && name === 'content-length') continue
        assert.equal(head.headers.get(name), get.headers.get(name), `${name} of ${path}`)
      }
    }
  })

  test('Accept makes no difference', async () => {
    const service = await shared()
    const java = 'text/html, image/gif, image/jpeg, */*; q=0.2'
    for (const accept of [java, 'text/html', 'application/xml', 'garbage', '']) {
      refused(await service.post('/auth/validate', {}, { headers: { accept } }), parametersMissing)
      // Browsers get a page for an unknown path: test/web/not-found.test.ts.
      if (accept === 'text/html') continue
      const unknown = await service.get('/nothing', { headers: { accept } })
      assert.deepEqual([unknown.status, unknown.text], notFound)
    }
  })

  test('every answer has a request id of its own, which is also in its log line', async () => {
    const service = await shared()
    const ids = new Set<string>()
    for (const path of ['/healthz', '/nothing', '/session/hasJoined']) {
      ids.add((await service.logLine(await service.get(path))).reqId)
    }
    assert.equal(ids.size, 3)
  })

  test('a path in the base URL is a prefix of every route', async () => {
    const service = await start({ NORN_BASE_URL: 'http://auth.example.test/deep/norn/' })
    const account = await service.account()
    const accessToken = await service.signIn(account)
    const { iss } = JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString())
    assert.equal(iss, 'http://auth.example.test/deep/norn')
    succeededEmpty(await service.post('/auth/validate', { accessToken }))
    succeeded(await service.get(`/session/profile/${account.id}`))
    for (const path of ['/healthz', '/oauth2/jwks', '/skinsystem/signature-verification-key.der']) {
      assert.equal((await service.get(path)).status, 200, path)
      assert.equal((await fetch(new URL(path, service.baseUrl))).status, 404, `${path} without the prefix`)
    }
  })
})

onEveryDatabase('server errors', (start) => {
  test('an unavailable database is 503 with Retry-After, and healthz stays 200', async () => {
    const service = await start()
    const account = await service.account()
    const accessToken = await service.signIn(account)
    await service.context.db.close()
    const { username, password, id } = account
    const clientToken = 'launcher'
    const answers = {
      authenticate: await service.post('/auth/authenticate', { username, password, clientToken }),
      refresh: await service.post('/auth/refresh', { accessToken, clientToken }),
      validate: await service.post('/auth/validate', { accessToken }),
      invalidate: await service.post('/auth/invalidate', { accessToken, clientToken }),
      signout: await service.post('/auth/signout', { username, password }),
      join: await service.post('/session/join', { accessToken, selectedProfile: id, serverId: 's' }),
      hasJoined: await service.get(`/session/hasJoined?username=${username}&serverId=s`),
      profile: await service.get(`/session/profile/${id}`),
    }
    for (const [name, answer] of Object.entries(answers)) {
      const text =
        '{"error":"Service Unavailable","errorMessage":"The service is temporarily unavailable. Try again in a moment."}'
      refused(answer, [503, text], name)
      assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
    }
    for (const path of ['/healthz', '/oauth2/jwks', '/skinsystem/signature-verification-key.pem']) {
      assert.equal((await service.get(path)).status, 200, path)
    }
  })

  test('a bug is 500 without internal details, and the log has the cause', async () => {
    const service = await start()
    const { id } = await service.account()
    service.context.db.run = () => Promise.reject(new TypeError('the inside'))
    const answer = await service.get(`/session/profile/${id}`)
    refused(answer, [500, '{"error":"Internal Server Error","errorMessage":"An internal error occurred."}'])
    const line = await service.logLine(answer)
    // Elsewhere such a line fails the test.
    service.log.length = 0
    assert.deepEqual([line.level, line.reason, line.err.message], [50, 'unexpected', 'the inside'])
  })
})

onEveryDatabase('invalid HTTP', (_, shared) => {
  const isError = (answer: { status: number; head: string; body: string }, status: number) => {
    assert.equal(answer.status, status, answer.head)
    assert.match(answer.head, /^content-type: application\/json; charset=utf-8$/im)
    assert.match(answer.head, /^connection: close$/im)
    assert.match(answer.head, /^cache-control: no-store$/im)
    assert.deepEqual(Object.keys(JSON.parse(answer.body)), ['error', 'errorMessage'])
  }

  test('input that is not HTTP is 400', async () => {
    const service = await shared()
    const broken = [
      'hello\r\n\r\n',
      '\u0016\u0003\u0001\u0002\u0000\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      'GET /healthz HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n',
      'POST /auth/validate HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n',
      'POST /auth/validate HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}',
      'POST /auth/validate HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    ]
    for (const bytes of broken) isError(await exchange(service, bytes), 400)
  })

  test('unusual but valid HTTP is served', async () => {
    const service = await shared()
    const upgrade = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__'
    const odd = [
      'GET /nothing HTTP/1.1\r\nConnection: close',
      'GET /nothing HTTP/1.0',
      'GET http://elsewhere.test/nothing HTTP/1.1\r\nHost: x\r\nConnection: close',
      'GET /nothing HTTP/1.1\r\nHost: x\r\nExpect: the best\r\nConnection: close',
      // The request of Java's own client over plain HTTP.
      `GET /nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${upgrade}`,
    ]
    for (const head of odd) {
      const answer = await exchange(service, `${head}\r\n\r\n`)
      assert.equal(answer.status, 404, head)
      assert.deepEqual(Object.keys(JSON.parse(answer.body)), ['error', 'errorMessage'], head)
    }
  })

  test('too many header bytes are 431', async () => {
    const service = await shared()
    const big = 'x'.repeat(20_000)
    isError(await exchange(service, `GET /healthz HTTP/1.1\r\nHost: x\r\nX: ${big}\r\n\r\n`), 431)
    isError(await exchange(service, `GET /healthz?${big} HTTP/1.1\r\nHost: x\r\n\r\n`), 431)
  })

  test('several requests on one connection, sent at once, are answered in order', async () => {
    const service = await shared()
    const get = (path: string, end = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${end}\r\n`
    const socket = await open(service)
    const answer = untilClosed(socket)
    socket.write(get('/healthz') + get('/nothing') + get('/oauth2/jwks', 'Connection: close\r\n'))
    assert.deepEqual((await answer).match(/HTTP\/1\.1 \d+/g), [
      'HTTP/1.1 200',
      'HTTP/1.1 404',
      'HTTP/1.1 200',
    ])
  })
})
