// moto, a program in Python that speaks S3 as the vendor does. It is installed once for all runs.
import { execFile, spawn } from 'node:child_process'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CreateBucketCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { freePort } from '../free-port.ts'
import { until } from '../until.ts'

const run = promisify(execFile)
const requirement = 'moto[server]==5.2.*'
const installed = join(import.meta.dirname, '../../node_modules/.cache/moto-5.2')

export interface Moto {
  endpoint: string
  settings: Record<string, string>
  /** Returns the names in the bucket, in their order. */
  names(): Promise<string[]>
  signal(signal: NodeJS.Signals): void
  stop(): Promise<void>
}

/** Returns a running store with an empty bucket, or why there is none. */
export async function startMoto(): Promise<Moto | string> {
  if (!existsSync(installed)) {
    const why = await install()
    if (why !== undefined) return why
  }
  const port = await freePort()
  const child = spawn(
    join(installed, 'bin/python'),
    ['-m', 'moto.server', '-H', '127.0.0.1', '-p', String(port)],
    {
      stdio: 'ignore',
    },
  )
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))
  const endpoint = `http://127.0.0.1:${port}`
  await until('moto listens', () =>
    fetch(`${endpoint}/moto-api/`).then(
      () => true,
      () => false,
    ),
  )
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
  })
  await client.send(new CreateBucketCommand({ Bucket: 'textures' }))
  return {
    endpoint,
    settings: {
      NORN_TEXTURES_URL: `s3://textures/norn?endpoint=${endpoint}`,
      NORN_S3_KEY_ID: 'id',
      NORN_S3_SECRET: 'secret',
    },
    names: async () => {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: 'textures' }))
      return Contents.map(({ Key = '' }) => Key)
    },
    signal: (signal) => void child.kill(signal),
    stop: () => {
      child.kill('SIGKILL')
      return ended
    },
  }
}

/** Returns why it could not be installed. */
async function install(): Promise<string | undefined> {
  const made = `${installed}.${process.pid}`
  try {
    await run('python3', ['-m', 'venv', made])
    await run(join(made, 'bin/python'), ['-m', 'pip', 'install', '--quiet', requirement])
    // Programs in it name their own path, which nothing here uses.
    if (!existsSync(installed)) renameSync(made, installed)
    return undefined
  } catch {
    return `there is no ensurepip, or python3 could not install ${requirement} with it`
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}
