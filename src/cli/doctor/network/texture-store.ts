import { hash as digest } from 'node:crypto'
import type { Config } from '../../../config/load.ts'
import { systemRandom } from '../../../lib/crypto/random.ts'
import { systemClock } from '../../../lib/measure/clock.ts'
import { ask, reasonOf } from '../../../lib/net/ask.ts'
import { AddressRefused } from '../../../lib/net/outgoing.ts'
import { storeTimeoutMs } from '../../../state/textures/object-store.ts'
import { askS3, type S3Answer, type S3Request, s3Code } from '../../../state/textures/s3.ts'
import { anyTextureInStore } from '../../../storage/textures/texture-places.ts'
import type { Examined } from '../examined.ts'
import { type Finding, type Findings, ok, wrong } from '../finding.ts'

/** S3 refuses requests whose time differs by 15 minutes. */
const maxSkewMs = 15 * 60_000

/** The smallest PNG: one transparent pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgAAIAAAUAAXpeqz8AAAAASUVORK5CYII=',
  'base64',
)

type Store = (method: S3Request['method'], name: string) => Promise<S3Answer>

/** Writes, reads and deletes an object, reads it at the public address without a key, and compares the clocks. */
export async function textureStore({ config, db }: Examined): Promise<Findings> {
  const store = storeOf(config)
  if (!store) {
    if (!db || (await anyTextureInStore(db)) === undefined) return []
    return wrong(
      'textures lie in an object store, and NORN_TEXTURES_URL is not set: the service does not start',
      'set NORN_TEXTURES_URL; "norn texture move database" brings them back',
    )
  }
  const endpoint = config.texturesUrl?.endpoint ?? ''
  const name = `norn-doctor-${systemRandom.bytes(8).toString('hex')}.png`
  try {
    const written = await store('PUT', name)
    if (written.status >= 300) return refusalOf(written, 'write', config)
    const findings: Finding[] = []
    const read = await store('GET', name)
    if (read.status !== 200) findings.push(refusalOf(read, 'read', config))
    else if (!read.body.equals(picture))
      findings.push(wrong(`${endpoint} gives another file than was written`, storeRemedy))
    else findings.push(...(await publicly(config, name)))
    const stored = db && (await anyTextureInStore(db))
    if (stored !== undefined && !(await hasFile(store, stored)))
      findings.push(
        wrong(
          `the store does not have the file of ${stored}: players see no skin`,
          'set NORN_TEXTURES_URL to where the files are, or copy them there with the tools of the store',
        ),
      )
    const deleted = await store('DELETE', name)
    if (deleted.status >= 300) findings.push(refusalOf(deleted, 'delete', config))
    return findings.length > 0 ? findings : ok(`${endpoint} keeps, gives and deletes files`)
  } catch (error) {
    if (error instanceof AddressRefused)
      return wrong(
        `${endpoint} is at a public address, where http: could be read by others`,
        'use an https:// endpoint in NORN_TEXTURES_URL',
      )
    return wrong(`${endpoint} does not answer (${reasonOf(error)})`, storeRemedy)
  }
}

const storeRemedy =
  'correct the endpoint in NORN_TEXTURES_URL, or start the store; nobody can upload meanwhile'

function storeOf({ texturesUrl: address, s3KeyId: keyId, s3Secret: secret }: Config): Store | undefined {
  if (address === undefined || keyId === undefined || secret === undefined) return undefined
  const sha256 = digest('sha256', picture, 'hex')
  return (method, name) => {
    const signal = AbortSignal.timeout(storeTimeoutMs)
    const file = method === 'PUT' ? { png: picture, sha256 } : undefined
    return askS3({ address, keyId, secret }, { method, name, file, signal }, systemClock)
  }
}

/** Tells a wrong key, a missing bucket and a wrong clock from one another. */
function refusalOf(answer: S3Answer, what: string, { texturesUrl }: Config): Finding {
  const code = s3Code(answer)
  const aheadMs = (answer.date ?? systemClock()) - systemClock()
  if (code === 'RequestTimeTooSkewed' || (answer.status === 403 && Math.abs(aheadMs) >= maxSkewMs)) {
    const minutes = Math.round(Math.abs(aheadMs) / 60_000)
    const direction = aheadMs > 0 ? 'behind' : 'ahead of'
    return wrong(
      `this machine's clock is ${minutes} min ${direction} the store's, which refuses every request (${code ?? answer.status})`,
      'synchronise the clocks with NTP (systemd-timesyncd, chrony)',
    )
  }
  if (code === 'NoSuchBucket')
    return wrong(
      `the store has no bucket ${texturesUrl?.bucket}`,
      'create it, or correct its name in NORN_TEXTURES_URL',
    )
  if (code === 'InvalidAccessKeyId' || code === 'SignatureDoesNotMatch')
    return wrong(
      code === 'InvalidAccessKeyId'
        ? 'the store does not know the key NORN_S3_KEY_ID'
        : 'the store says that NORN_S3_SECRET is not the secret of NORN_S3_KEY_ID',
      'set both to a key of the store; with some stores the region in NORN_TEXTURES_URL matters too',
    )
  if (answer.status === 401 || answer.status === 403)
    return wrong(
      `the key may not ${what} objects in ${texturesUrl?.bucket} (${code ?? answer.status})`,
      'give the key of NORN_S3_KEY_ID the rights to read, write and delete objects there',
    )
  return wrong(
    `the store answers ${answer.status} ${code ?? ''} to ${what}`.replaceAll('  ', ' '),
    storeRemedy,
  )
}

async function hasFile(store: Store, hash: string): Promise<boolean> {
  const { status, body } = await store('GET', hash)
  return status === 200 && digest('sha256', body, 'hex') === hash
}

/** Reads the object as a game does. */
async function publicly({ texturesPublicUrl }: Config, name: string): Promise<Finding[]> {
  if (texturesPublicUrl === undefined) return []
  const url = `${texturesPublicUrl}/${name}`
  const remedy =
    'NORN_TEXTURES_PUBLIC_URL has to lead to the same bucket and prefix, whose objects everybody may read; unset it and Norn serves the files'
  try {
    const { status, body } = await ask(url)
    if (status !== 200) return [wrong(`${url} answers ${status}: games show no skins`, remedy)]
    return body.equals(picture) ? [] : [wrong(`${url} serves something else than the store has`, remedy)]
  } catch (error) {
    return [wrong(`${url} does not arrive (${reasonOf(error)}): games show no skins`, remedy)]
  }
}
