// Styles, scripts and pictures of the pages. They are read once, and served under names that change with their
// content.

import { readdirSync, readFileSync } from 'node:fs'
import { basename, extname } from 'node:path'
import { type Config, ConfigRefused } from '../config/load.ts'
import type { Context } from '../domain/context.ts'
import { immutable } from '../http/headers/images.ts'
import type { Routes } from '../http/server/typed-fastify.ts'
import { processAsker } from '../lib/queue/fair-gate.ts'
import { servedLogo } from '../model/community/setting.ts'
import { Refused } from '../model/errors/refusal.ts'
import { cardGround, cardName, cardSize } from '../model/game/card.ts'
import { type Asset, assetOf, isDocument, servedName } from './layout/asset.ts'
import { accentShades, Themes } from './layout/themes.ts'

export interface Assets {
  /** By the name under which it is served. */
  find: (served: string) => Promise<Asset | undefined>
  /** The path of a file of src/web/assets/, below the base URL. */
  path: (file: string) => string
  /** The path of the operator's picture, or ours. */
  readonly logo: string
  /** The path of the picture that chats show with a link. */
  readonly card: string
}

/** Files that packages ship ready for browsers, by the name under which they are served. */
const ofPackages: Readonly<Record<string, string>> = {
  'skinview3d.js': import.meta.resolve('skinview3d/bundles/skinview3d.bundle.js'),
  // This package allows only its modules to be imported.
  'webauthn.js': import.meta
    .resolve('@simplewebauthn/browser')
    .replace(/esm\/index\.js$/, 'dist/bundle/index.umd.min.js'),
}

/** The names of files that depend on settings; another instance may have served them first. */
const themed = /^(style|pictures|figures|widget|rune|logo|card)-/

/** The settings are read again after this time if such a file is not found. */
const missingAgeMs = 100

/** Returns a style without what only its readers need: comments and most white space. */
const forBrowsers = (text: string): string =>
  text
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\n\s*/g, '\n')
    .replaceAll(/(?<=[{},;])\n|\n(?=\})|(?<=,) | (?=\{)|(?<=^|[\w-]:) |;(?=\n?\})/gm, '')

/** Returns a script of ours without comments on lines of their own, and without indentation. No text of it has several lines. */
const shortScript = (text: string): string =>
  text
    .replaceAll(/^ *\/\*\*[^]*?\*\/\n/gm, '')
    .replaceAll(/^ *\/\/.*\n/gm, '')
    .replaceAll(/^ +|^\n/gm, '')

/** Reads all assets. Throws ConfigRefused if the operator's logo cannot be read or is too large. */
export function loadAssets(
  { logo }: Pick<Config, 'logo'>,
  settings: Context['settings'],
  imageWork: Context['imageWork'],
): Assets {
  const folder = new URL('./assets/', import.meta.url)
  const files = new Map<string, Asset>()
  const served = new Map<string, string>()
  const templates = new Map<string, string>()
  const add = (name: string, body: Buffer): string => {
    const as = servedName(name, body)
    files.set(as, assetOf(as, body))
    served.set(name, as)
    return as
  }
  for (const name of readdirSync(folder)) {
    const body = readFileSync(new URL(name, folder))
    if (/\.(css|svg)$/.test(name)) templates.set(name, forBrowsers(body.toString()))
    else add(name, name.endsWith('.js') ? Buffer.from(shortScript(body.toString())) : body)
  }
  for (const [name, file] of Object.entries(ofPackages)) add(name, readFileSync(new URL(file)))
  const given = logo === undefined ? undefined : add(`logo${extname(logo).toLowerCase()}`, logoFile(logo))
  const themes = new Themes(settings, templates)
  const pathOf = (file: string): string => {
    const found = served.get(file) ?? themes.now.served.get(file)
    if (found === undefined) throw new Error(`there is no src/web/assets/${file}`)
    return `/assets/${found}`
  }
  const logoPath = (): string => {
    const chosen = given ?? themes.now.logo
    return chosen === undefined ? pathOf('rune.svg') : `/assets/${chosen}`
  }
  const emblem = (): string => basename(logoPath())
  const found = (name: string): Asset | undefined => files.get(name) ?? themes.find(name)
  const card = cardAsset(imageWork, settings, emblem, found)
  return {
    path: pathOf,
    get logo() {
      return logoPath()
    },
    get card() {
      return `/assets/${cardName(settings.accentColor, emblem())}`
    },
    find: async (name) => {
      const known = found(name) ?? (await card(name))
      if (known || !themed.test(name)) return known
      await settings.refresh(missingAgeMs)
      return themes.find(name) ?? card(name)
    },
  }
}

/** Returns a function that finds the current card. It is drawn once, by the first who asks for it. */
function cardAsset(
  imageWork: Context['imageWork'],
  settings: Context['settings'],
  emblem: () => string,
  found: (name: string) => Asset | undefined,
) {
  let drawn: { name: string; asset: Promise<Asset> } | undefined
  const draw = async (name: string): Promise<Asset> => {
    const picture = found(emblem())?.body ?? Buffer.alloc(0)
    const ground = cardGround(accentShades(settings.accentColor).light)
    return assetOf(name, await imageWork.emblazon(ground, picture, cardSize, processAsker))
  }
  return async (name: string): Promise<Asset | undefined> => {
    if (name !== cardName(settings.accentColor, emblem())) return undefined
    if (drawn?.name !== name) drawn = { name, asset: draw(name) }
    try {
      return await drawn.asset
    } catch (error) {
      drawn = undefined
      throw error
    }
  }
}

function logoFile(path: string): Buffer {
  if (!['.svg', '.png', '.webp'].includes(extname(path).toLowerCase()))
    throw new ConfigRefused([`NORN_LOGO="${path}" must be a PNG, WebP or SVG file; save it as one of them`])
  const file = readOrRefuse(path)
  if (file.length <= servedLogo.bytes) return file
  throw new ConfigRefused([
    `NORN_LOGO="${path}" is larger than 6 KiB, and every page loads it; make it ${servedLogo.side} pixels wide, or choose it on /admin/settings, which makes it smaller`,
  ])
}

function readOrRefuse(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new ConfigRefused([`NORN_LOGO="${path}" cannot be read${code}; check the path and its permissions`])
  }
}

export const assetRoutes =
  ({ find }: Assets) =>
  async (app: Routes) => {
    app.get<{ Params: { name: string } }>(
      '/:name',
      { schema: { hide: true } },
      async ({ params, headers }, reply) => {
        const asset = await find(params.name)
        if (!asset) throw new Refused('route_unknown')
        if (isDocument(asset)) reply.header('content-security-policy', "default-src 'none'; sandbox")
        reply.header('cache-control', immutable).type(asset.type)
        if (!asset.gzipped) return reply.send(asset.body)
        reply.header('vary', 'accept-encoding')
        // Clients that support gzip do not send `gzip;q=0`, so quality values are ignored.
        if (!/\bgzip\b/.test(headers['accept-encoding'] ?? '')) return reply.send(asset.body)
        return reply.header('content-encoding', 'gzip').send(await asset.gzipped())
      },
    )
  }
