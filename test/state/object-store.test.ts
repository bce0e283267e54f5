// Signatures, and a store that is slow, wrong or hostile.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { after, before, test } from 'node:test'
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { pino } from 'pino'
import { objectStore } from '../../src/config/object-store.ts'
import { ObjectWrong, StoreUnavailable } from '../../src/model/errors/store-unavailable.ts'
import {
  maxStoreFailures,
  ObjectStore,
  storePauseMs,
  storeTimeoutMs,
} from '../../src/state/textures/object-store.ts'
import { signedRequest } from '../../src/state/textures/s3.ts'
import { makePng, noise } from '../png.ts'
import { key, type MemoryStore, startMemoryStore } from '../stores/memory-store.ts'

const png = makePng(64, 64, noise(1))
const sha256 = createHash('sha256').update(png).digest('hex')
const other = createHash('sha256').update('other').digest('hex')

const addressOf = (text: string) => {
  const address = objectStore.read(text, '/')
  assert.ok(address, text)
  return address
}

test('a request has the signature that the SDK of the vendor computes', async () => {
  for (const [text, endpoint, forcePathStyle, region] of [
    ['s3://textures/norn?endpoint=https://s3.example.org', 'https://s3.example.org', true, 'us-east-1'],
    ['s3://textures?endpoint=http://127.0.0.1:9000&region=garage', 'http://127.0.0.1:9000', true, 'garage'],
    [
      's3://skins/a/b-c_d.e?endpoint=https://s3.eu-central-1.example.org&region=eu-central-1&style=host',
      'https://s3.eu-central-1.example.org',
      false,
      'eu-central-1',
    ],
  ] as const) {
    const address = addressOf(text)
    const credentials = { accessKeyId: key.id, secretAccessKey: key.secret }
    const client = new S3Client({
      endpoint,
      region,
      forcePathStyle,
      credentials,
      requestChecksumCalculation: 'WHEN_REQUIRED',
    })
    const named = { Bucket: address.bucket, Key: address.prefix + sha256 }
    for (const [method, command] of [
      ['PUT', new PutObjectCommand({ ...named, Body: png })],
      ['GET', new GetObjectCommand(named)],
      ['DELETE', new DeleteObjectCommand(named)],
    ] as const) {
      const theirs = await signedBySdk(client, command)
      const time = theirs.headers['x-amz-date'] ?? ''
      const at = Date.parse(time.replace(/(....)(..)(..)T(..)(..)(..)Z/, '$1-$2-$3T$4:$5:$6Z'))
      const file = method === 'PUT' ? { png, sha256 } : undefined
      const settings = { address, keyId: key.id, secret: key.secret }
      const ours = await signedRequest(settings, { method, name: sha256, file }, at)
      assert.equal(urlOf(theirs), ours.url)
      assert.equal(ours.headers['authorization'], theirs.headers['authorization'], `${method} ${text}`)
    }
  }
})

interface Sent {
  protocol: string
  hostname: string
  port?: number
  path: string
  query: Record<string, string>
  headers: Record<string, string>
}

const urlOf = ({ protocol, hostname, port, path }: Sent): string =>
  `${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}`

/** Returns the request as the SDK signs it, without the headers and the parameter by which it tells about itself. */
async function signedBySdk(client: S3Client, command: { middlewareStack: any }): Promise<Sent> {
  let request: Sent | undefined
  command.middlewareStack.addRelativeTo(
    (next: (args: { request: Sent }) => unknown) => (args: { request: Sent }) => {
      const { host = '', 'x-amz-content-sha256': sum } = args.request.headers
      args.request.headers = { host, ...(sum !== undefined && { 'x-amz-content-sha256': sum }) }
      args.request.query = {}
      return next(args)
    },
    { name: 'ours', relation: 'before', toMiddleware: 'httpSigningMiddleware' },
  )
  command.middlewareStack.addRelativeTo(
    () => (args: { request: Sent }) => {
      request = args.request
      throw new Error('not sent')
    },
    { name: 'capture', relation: 'after', toMiddleware: 'httpSigningMiddleware' },
  )
  await assert.rejects(client.send(command as never), /not sent/)
  assert.ok(request)
  return request
}

let store: MemoryStore
let now = Date.now()
const log: string[] = []

before(async () => {
  store = await startMemoryStore(() => now)
})
after(() => store.stop())

function ours() {
  const settings = {
    address: addressOf(store.settings['NORN_TEXTURES_URL'] ?? ''),
    keyId: key.id,
    secret: key.secret,
  }
  const logger = pino({}, { write: (line: string) => log.push(line) })
  return new ObjectStore(settings, { clock: () => now, monotonic: () => now, log: logger })
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void

async function misbehaving<T>(answer: Answer, work: () => Promise<T>): Promise<T> {
  store.behave((request, response) => {
    answer(request, response)
    return true
  })
  try {
    return await work()
  } finally {
    store.behave()
  }
}

test('a file is written, read and deleted', async () => {
  const one = ours()
  await one.write(sha256, png)
  assert.ok((await one.read(sha256)).equals(png))
  await one.delete(sha256)
  await one.delete(sha256)
  await assert.rejects(one.read(sha256), ObjectWrong)
})

test('an answer that is not the file is never believed', async () => {
  await ours().write(sha256, png)
  let elsewhere = 0
  const answers: [what: string, Answer][] = [
    [
      'a redirect',
      (_, response) => response.writeHead(307, { location: `${store.endpoint}/elsewhere` }).end(),
    ],
    [
      'a page',
      (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in</h1>'),
    ],
    ['another picture', (_, response) => response.writeHead(200).end(makePng(64, 64, noise(2)))],
    [
      'the file and more',
      (_, response) => response.writeHead(200).end(Buffer.concat([png, Buffer.from('x')])),
    ],
    ['a huge file', (_, response) => void response.writeHead(200).end(Buffer.alloc(4 * 1024 * 1024))],
    ['a compressed one', (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(png)],
    ['a lie about 404', (_, response) => response.writeHead(404).end()],
    ['part of it', (_, response) => response.writeHead(206).end(png)],
    ['no answer', (_, response) => response.destroy()],
    [
      'half an answer',
      (_, response) => {
        response
          .writeHead(200, { 'content-length': png.length })
          .write(png.subarray(0, 10), () => response.destroy())
      },
    ],
    [
      'an error with the code of a success',
      (_, response) => response.writeHead(200).end('<Error><Code>InternalError</Code></Error>'),
    ],
  ]
  for (const [what, answer] of answers) {
    const counted: Answer = (request, response) => {
      if (request.url === '/elsewhere') elsewhere++
      answer(request, response)
    }
    await misbehaving(counted, async () => {
      await assert.rejects(ours().read(sha256), StoreUnavailable, what)
    })
  }
  assert.equal(elsewhere, 0)
  assert.ok((await ours().read(sha256)).equals(png))
})

test('a write counts only if the store says so', async () => {
  for (const status of [204, 301, 307, 400, 403, 404, 411, 500, 503])
    await misbehaving(
      (request, response) => {
        request.resume()
        response.writeHead(status, { location: `${store.endpoint}/elsewhere` }).end()
      },
      async () => {
        const written = ours().write(other, png)
        if (status === 204) await written
        else await assert.rejects(written, StoreUnavailable, String(status))
      },
    )
})

test('a store that never ends its answer is given 5 s, and those who wait no more', {
  timeout: 30_000,
}, async () => {
  const began = performance.now()
  await misbehaving(
    (_, response) => {
      response.writeHead(200).write('a')
      const dribble = setInterval(() => response.write('a'), 200)
      response.on('close', () => clearInterval(dribble))
    },
    async () => {
      const one = ours()
      const asker = (index: number) => ({ groups: [`192.0.2.${index}`] })
      const reads = Array.from({ length: 60 }, (_, index) => one.read(other, asker(index)))
      const ended = await Promise.allSettled(reads)
      assert.ok(ended.every(({ status }) => status === 'rejected'))
    },
  )
  const tookMs = performance.now() - began
  assert.ok(tookMs >= storeTimeoutMs - 100 && tookMs < storeTimeoutMs + 1500, `${tookMs} ms`)
})

test('a store that fails is left alone for a moment, and then asked once', async () => {
  const one = ours()
  const hashOf = (index: number) => createHash('sha256').update(String(index)).digest('hex')
  await misbehaving(
    (_, response) => response.writeHead(500).end(),
    async () => {
      for (let index = 0; index < maxStoreFailures; index++)
        await assert.rejects(one.read(hashOf(index)), StoreUnavailable)
      const asked = store.requests.length
      await assert.rejects(one.read(hashOf(99)), StoreUnavailable)
      assert.equal(store.requests.length, asked)
    },
  )
  // Writing has a circuit of its own.
  await one.write(sha256, png)
  now += storePauseMs
  assert.ok((await one.read(sha256)).equals(png))
})

test('one lost file keeps no other from being read', async () => {
  const one = ours()
  await one.write(sha256, png)
  for (let index = 0; index < 3 * maxStoreFailures; index++)
    await assert.rejects(one.read(other), ObjectWrong)
  assert.ok((await one.read(sha256)).equals(png))
})

test('plain http is not spoken to a public address', async () => {
  const address = addressOf('s3://textures?endpoint=http://127.0.0.1:9000')
  const settings = { address: { ...address, endpoint: 'http://8.8.8.8' }, keyId: key.id, secret: key.secret }
  const one = new ObjectStore(settings, {
    clock: () => now,
    monotonic: () => now,
    log: pino({ level: 'silent' }),
  })
  await assert.rejects(one.read(sha256), /8\.8\.8\.8/)
})

test('nothing of the key is logged', () => {
  assert.ok(log.length > 10)
  for (const line of log) assert.ok(!line.includes(key.secret) && !line.includes('Signature='), line)
})
