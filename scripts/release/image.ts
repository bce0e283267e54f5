// The OCI image, for both architectures in one layout (image-spec 1.1), as a tar.
import { mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Archive, archive } from './archive.ts'
import type { Base } from './base.ts'
import { debianName } from './base.ts'
import { isoTimeOf, type Source } from './checkout.ts'
import { digestOf } from './digest.ts'
import { fillRoot, user } from './image-root.ts'
import type { Program } from './program.ts'

const layerType = 'application/vnd.oci.image.layer.v1.tar+gzip'
const home = '/opt/norn'
const node = `${home}/node/bin/node`

interface Descriptor {
  readonly mediaType: string
  readonly digest: string
  readonly size: number
}

export async function writeImage(
  programs: readonly Program[],
  base: Base,
  source: Source,
  work: string,
  out: string,
): Promise<void> {
  const layout = join(work, 'layout')
  const blobs = join(layout, 'blobs', 'sha256')
  mkdirSync(blobs, { recursive: true })
  const manifests: (Descriptor & { platform: object })[] = []
  for (const program of programs) {
    const layers = await makeLayers(program, base, source, work)
    for (const layer of layers) renameSync(layer.file, join(blobs, layer.digest))
    const config = put(blobs, configType, configOf(program, layers, source))
    const manifest = put(blobs, manifestType, {
      schemaVersion: 2,
      mediaType: manifestType,
      config,
      layers: layers.map(({ digest, bytes }) => ({
        mediaType: layerType,
        digest: `sha256:${digest}`,
        size: bytes,
      })),
      annotations: labelsOf(source),
    })
    manifests.push({ ...manifest, platform: { architecture: debianName[program.architecture], os: 'linux' } })
  }
  const index = put(blobs, indexType, { schemaVersion: 2, mediaType: indexType, manifests })
  const named = { ...index, annotations: { 'org.opencontainers.image.ref.name': `norn:${source.version}` } }
  write(join(layout, 'index.json'), { schemaVersion: 2, mediaType: indexType, manifests: [named] })
  write(join(layout, 'oci-layout'), { imageLayoutVersion: '1.0.0' })
  const names = ['oci-layout', 'index.json', 'blobs']
  await archive({ directory: layout, names }, source, join(out, `norn-${source.version}-oci.tar`), {
    isPlain: true,
  })
}

const configType = 'application/vnd.oci.image.config.v1+json'
const manifestType = 'application/vnd.oci.image.manifest.v1+json'
const indexType = 'application/vnd.oci.image.index.v1+json'

/** Returns three layers: what seldom changes, the program, and the folders that belong to the user. */
async function makeLayers(program: Program, base: Base, source: Source, work: string): Promise<Archive[]> {
  const directory = join(work, `root-${program.architecture}`)
  fillRoot(directory, base.files[program.architecture], home)
  mkdirSync(join(directory, 'opt'))
  renameSync(program.directory, join(directory, home))
  const layer = (name: string, names: readonly string[], owner = 0) =>
    archive({ directory, names, owner }, source, join(work, `${program.architecture}-${name}.tar.gz`))
  const layers = [
    await layer(
      'base',
      ['etc', 'lib', 'lib64', 'tmp', 'usr'].filter((name) => exists(join(directory, name))),
    ),
    await layer('program', ['opt']),
    await layer('data', ['data'], user.id),
  ]
  renameSync(join(directory, home), program.directory)
  return layers
}

function configOf(program: Program, layers: readonly Archive[], source: Source): object {
  const created = isoTimeOf(source)
  return {
    created,
    architecture: debianName[program.architecture],
    os: 'linux',
    config: {
      User: `${user.id}:${user.id}`,
      ExposedPorts: { '8080/tcp': {} },
      Env: [
        `PATH=/usr/bin:${home}/node/bin`,
        'NODE_ENV=production',
        'MALLOC_ARENA_MAX=1',
        'NORN_HOST=0.0.0.0',
        'NORN_DATA_DIR=/data',
      ],
      Entrypoint: [node, '--max-semi-space-size=8', `${home}/bin/norn.cjs`],
      Cmd: ['serve'],
      Volumes: { '/data': {} },
      WorkingDir: '/data',
      Labels: labelsOf(source),
      StopSignal: 'SIGTERM',
      // This is not in the specification: Docker and Podman read it, others ignore it.
      Healthcheck: {
        Test: ['CMD', node, `${home}/deploy/container/ready.cjs`],
        Interval: 10_000_000_000,
        Timeout: 5_000_000_000,
        StartPeriod: 30_000_000_000,
      },
    },
    rootfs: { type: 'layers', diff_ids: layers.map(({ plainDigest }) => `sha256:${plainDigest}`) },
    history: ['libraries of Debian', 'Norn and Node.js', 'the folder of the data'].map((comment) => ({
      created,
      comment,
      created_by: 'npm run release',
    })),
  }
}

const labelsOf = (source: Source): Record<string, string> => ({
  'org.opencontainers.image.title': 'Norn',
  'org.opencontainers.image.description': 'The account service a game community runs for itself',
  'org.opencontainers.image.licenses': 'Apache-2.0',
  'org.opencontainers.image.version': source.version,
  'org.opencontainers.image.revision': source.commit,
  'org.opencontainers.image.created': isoTimeOf(source),
})

/** Writes a JSON blob under its digest. */
function put(blobs: string, mediaType: string, value: object): Descriptor {
  const content = JSON.stringify(value)
  const digest = digestOf(content)
  write(join(blobs, digest), value)
  return { mediaType, digest: `sha256:${digest}`, size: Buffer.byteLength(content) }
}

const write = (file: string, value: object): void =>
  writeFileSync(file, JSON.stringify(value), { mode: 0o644 })
const exists = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined
