import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { FileNotRead, type Folder } from '../../lib/files/folder.ts'
import { TurnedAway } from '../../lib/queue/gate.ts'
import type { SkinModel } from '../../model/accounts/account.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { maxTextureBytes } from '../../model/game/texture.ts'
import type { ProfileRow } from '../../storage/game/profiles.ts'
import type { TextureFile } from '../../storage/textures/textures.ts'

/** The longest time that a start waits for the folder (ms). A disk that hangs keeps nobody from playing. */
export const startWaitMs = 3000

/** The most skins of the folder, and the most bytes of them as they are served: they are kept in memory. */
export const maxDefaultSkins = { count: 64, bytes: 16 * 1024 * 1024 }

interface DefaultSkin extends TextureFile {
  model: SkinModel
}

/** The pixels alone, as of an upload. Throws Refused as `cleanTexture` does. */
type Clean = (png: Buffer, model: SkinModel) => Promise<DefaultSkin>

/** A file that is not worn, and why. */
export interface UnusedFile {
  name: string
  why: string
}

/** The content of a file that looked like this. */
interface ReadFile {
  look: string
  skin: DefaultSkin | undefined
  why: string | undefined
}

const reasons: Readonly<Record<string, string>> = {
  texture_malformed: 'is not a PNG image, or is damaged',
  texture_animated: 'is animated',
  texture_size_unknown: 'does not have the size of a skin, 64x64 or 64x32 pixels',
  texture_too_large: 'is larger than 1 MiB',
}

/**
 * The skins in a folder of the data directory, of which each account wears one that wears none of its own. Without a
 * folder there are none.
 */
export class DefaultSkins {
  readonly #folder: Folder | undefined
  readonly #clean: Clean
  readonly #log: Logger
  #read: ReadonlyMap<string, ReadFile> = new Map()
  #worn: readonly (DefaultSkin & { bits: number })[] = []
  /** Also those of the reading before, for games that have just been told their addresses. */
  #files: ReadonlyMap<string, Buffer> = new Map()
  #unused: readonly UnusedFile[] = []
  #reading: Promise<void> | undefined

  /** Without a folder, nothing is ever read: another skin system decides what is worn. */
  constructor(folder: Folder | undefined, clean: Clean, log: Logger) {
    this.#folder = folder
    this.#clean = clean
    this.#log = log
  }

  get count(): number {
    return this.#worn.length
  }

  /** The files of the last reading that are not worn. */
  get unused(): readonly UnusedFile[] {
    return this.#unused
  }

  /** Returns the row as it is, or with a default skin where it has none: for the same UUID the same one. */
  dressed<Row extends Pick<ProfileRow, 'id' | 'skin_hash' | 'skin_model'>>(row: Row): Row {
    if (row.skin_hash !== null || this.#worn.length === 0) return row
    const skin = this.#of(row.id)
    return skin ? { ...row, skin_hash: skin.hash, skin_model: skin.model } : row
  }

  /** Returns the file of a default skin. */
  file(hash: string): Buffer | undefined {
    return this.#files.get(hash)
  }

  /** Reads what has changed in the folder. Concurrent callers share the reading. Never rejects. */
  refresh(): Promise<void> {
    this.#reading ??= this.#readFolder()
      .catch((error: unknown) =>
        this.#tell([{ name: '', why: `cannot be read (${(error as Error).message})` }]),
      )
      .finally(() => {
        this.#reading = undefined
      })
    return this.#reading
  }

  /** Resolves when the folder has been read, or a start can wait no longer. */
  async refreshed(): Promise<void> {
    const waiting = new AbortController()
    const late = setTimeout(startWaitMs, undefined, { signal: waiting.signal }).catch(() => undefined)
    await Promise.race([this.refresh(), late])
    waiting.abort()
  }

  /** The one with the highest score, so that a skin more changes what few players wear. */
  #of(id: string): DefaultSkin | undefined {
    const player = Number.parseInt(id.slice(-8), 16)
    let best: DefaultSkin | undefined
    let highest = -1
    for (const skin of this.#worn) {
      const score = mixed(player ^ skin.bits)
      if (score <= highest) continue
      best = skin
      highest = score
    }
    return best
  }

  async #readFolder(): Promise<void> {
    if (!this.#folder) return
    const names = await this.#folder.names(/^[^.].*\.png$/i)
    if (names.length === 0 && this.#read.size === 0 && this.#unused.length === 0) return
    const read = new Map<string, ReadFile>()
    for (const name of names.slice(0, maxDefaultSkins.count)) {
      const found = await this.#readFile(this.#folder, name)
      if (found) read.set(name, found)
    }
    this.#take(read, names.slice(maxDefaultSkins.count))
  }

  /** Returns what is known already of a file that looks the same. Undefined for one that could not be read now. */
  async #readFile(folder: Folder, name: string): Promise<ReadFile | undefined> {
    const known = this.#read.get(name)
    const look = await folder.look(name)
    if (known?.look === look) return known
    try {
      const png = await folder.read(name, maxTextureBytes)
      const model = /-slim\.png$/i.test(name) ? 'slim' : 'default'
      return { look, skin: await this.#clean(png, model), why: undefined }
    } catch (error) {
      const why = whyOf(error)
      // Too busy to look at pictures: the next reading will.
      return why === undefined ? known : { look, skin: undefined, why }
    }
  }

  #take(read: ReadonlyMap<string, ReadFile>, surplus: readonly string[]): void {
    const worn = new Map<string, DefaultSkin & { bits: number }>()
    const unused: UnusedFile[] = surplus.map((name) => ({
      name,
      why: `is one too many: there may be ${maxDefaultSkins.count}`,
    }))
    let bytes = 0
    for (const [name, { skin, why }] of read) {
      if (why !== undefined) unused.push({ name, why })
      if (!skin || worn.has(`${skin.hash} ${skin.model}`)) continue
      bytes += skin.png.length
      if (bytes > maxDefaultSkins.bytes)
        unused.push({ name, why: 'is left out: together they have more than 16 MiB' })
      else worn.set(`${skin.hash} ${skin.model}`, { ...skin, bits: bitsOf(skin) })
    }
    const before = this.#worn
    this.#read = read
    this.#worn = [...worn.values()]
    const isSame =
      before.length === this.#worn.length && this.#worn.every((skin, at) => skin.hash === before[at]?.hash)
    if (!isSame) this.#files = new Map([...before, ...this.#worn].map(({ hash, png }) => [hash, png]))
    this.#tell(unused)
  }

  /** Warns once of each file, until it changes. */
  #tell(unused: readonly UnusedFile[]): void {
    const told = new Set(this.#unused.map(({ name, why }) => `${name} ${why}`))
    this.#unused = unused
    for (const { name, why } of unused) {
      if (!told.has(`${name} ${why}`))
        this.#log.warn({ file: this.#folder?.placeOf(name) }, `a default skin is not worn: ${name} ${why}`)
    }
  }
}

function whyOf(error: unknown): string | undefined {
  if (error instanceof FileNotRead)
    return error.why === 'outside' ? 'leads out of the folder' : 'cannot be read'
  if (error instanceof TurnedAway) return undefined
  return (error instanceof Refused && reasons[error.reason]) || `cannot be read (${(error as Error).message})`
}

const bitsOf = ({ hash, model }: DefaultSkin): number =>
  Number.parseInt(hash.slice(0, 8), 16) ^ (model === 'slim' ? 0x55555555 : 0)

/** Mixes 32 bits (the finalizer of MurmurHash3). */
function mixed(bits: number): number {
  let mix = bits
  mix = Math.imul(mix ^ (mix >>> 16), 0x85ebca6b)
  mix = Math.imul(mix ^ (mix >>> 13), 0xc2b2ae35)
  return (mix ^ (mix >>> 16)) >>> 0
}
