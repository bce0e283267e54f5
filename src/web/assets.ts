// Styles, scripts and pictures of the pages. They are read once, and served under names that change with their
// content.
import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, extname } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Config, ConfigRefused } from '../config/load.ts'
import { immutable } from '../http/headers/images.ts'
import type { Routes } from '../http/server/typed-fastify.ts'
import { inkOn, readableOn } from '../lib/text/colour.ts'
import { Refused } from '../model/refusal.ts'

interface Asset {
  type: string
  body: Buffer
  /** Only for large files: a proxy may compress the others. */
  gzipped?: Buffer
}

export interface Assets {
  /** The files by the name under which they are served. */
  readonly files: ReadonlyMap<string, Asset>
  /** Returns the path of a file of src/web/assets/, below the base URL. */
  path: (file: string) => string
  /** The path of the operator's logo, or of ours. */
  logo: string
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
}

/** Files that packages ship ready for browsers, by the name under which they are served. */
const ofPackages: Readonly<Record<string, string>> = {
  'skinview3d.js': import.meta.resolve('skinview3d/bundles/skinview3d.bundle.js'),
  // This package allows only its modules to be imported.
  'webauthn.js': import.meta
    .resolve('@simplewebauthn/browser')
    .replace(/esm\/index\.js$/, 'dist/bundle/index.umd.min.js'),
}

/** The backgrounds of style.css on which text in the accent colour is hardest to read. */
const grounds = { light: '#f4f6f8', dark: '#1d2228' }

/** A contrast above the minimum for text: on a dark background, a barely readable colour looks dull. */
const darkContrast = 6

const maxLogoBytes = 64 * 1024
const hashDigits = 12
const gzippedFromBytes = 64 * 1024

/**
 * Compressed files by the name under which they are served. Several services in one process, as in tests, share
 * them.
 */
const packed = new Map<string, Buffer>()

function gzippedOnce(served: string, body: Buffer): Buffer {
  const known = packed.get(served) ?? gzipSync(body)
  packed.set(served, known)
  return known
}

/** Reads all assets. Throws ConfigRefused if the operator's logo cannot be read or is too large. */
export function loadAssets({ accentColor, logo }: Pick<Config, 'accentColor' | 'logo'>): Assets {
  const folder = new URL('./assets/', import.meta.url)
  const files = new Map<string, Asset>()
  const paths = new Map<string, string>()
  const add = (name: string, body: Buffer): string => {
    const extension = extname(name)
    const served = `${basename(name, extension)}-${hash('sha256', body).slice(0, hashDigits)}${extension}`
    const gzipped = body.length < gzippedFromBytes ? {} : { gzipped: gzippedOnce(served, body) }
    files.set(served, { type: types[extension] ?? 'application/octet-stream', body, ...gzipped })
    return `/assets/${served}`
  }
  for (const name of readdirSync(folder)) {
    const text = readFileSync(new URL(name, folder), 'utf8')
    const filled = /\.(css|svg)$/.test(name) ? withAccent(text, accentColor) : text
    paths.set(name, add(name, Buffer.from(filled)))
  }
  for (const [name, file] of Object.entries(ofPackages))
    paths.set(name, add(name, readFileSync(new URL(file))))
  const path = (file: string): string => {
    const found = paths.get(file)
    if (found === undefined) throw new Error(`there is no src/web/assets/${file}`)
    return found
  }
  const own =
    logo === undefined ? path('rune.svg') : add(`logo${extname(logo).toLowerCase()}`, logoFile(logo))
  return { files, path, logo: own }
}

function logoFile(path: string): Buffer {
  if (!['.svg', '.png', '.webp'].includes(extname(path).toLowerCase()))
    throw new ConfigRefused([`NORN_LOGO="${path}" must be a PNG, WebP or SVG file; save it as one of them`])
  const file = readOrRefuse(path)
  if (file.length <= maxLogoBytes) return file
  throw new ConfigRefused([
    `NORN_LOGO="${path}" is larger than 64 KiB, and every page loads it; make it smaller`,
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

/**
 * Returns shades of the operator's colour that are readable on both backgrounds, and the text colour for each.
 */
export function accentShades(accent: string) {
  const light = readableOn(grounds.light, accent)
  const dark = readableOn(grounds.dark, accent, darkContrast)
  return { light, dark, 'light-ink': inkOn(light), 'dark-ink': inkOn(dark) }
}

/** Fills the shades of the operator's colour into a file. */
function withAccent(text: string, accent: string): string {
  const shades = accentShades(accent)
  return text.replaceAll(
    /\baccent-(light-ink|dark-ink|light|dark)\b/g,
    (_, shade: keyof typeof shades) => shades[shade],
  )
}

export const assetRoutes =
  ({ files }: Assets) =>
  async (app: Routes) => {
    app.get<{ Params: { name: string } }>(
      '/:name',
      { schema: { hide: true } },
      async ({ params, headers }, reply) => {
        const asset = files.get(params.name)
        if (!asset) throw new Refused('route_unknown')
        // An SVG that is opened by itself is a document whose scripts would run as ours.
        if (asset.type === types['.svg'])
          reply.header('content-security-policy', "default-src 'none'; sandbox")
        reply.header('cache-control', immutable).type(asset.type)
        if (!asset.gzipped) return reply.send(asset.body)
        reply.header('vary', 'accept-encoding')
        // Clients that support gzip do not send `gzip;q=0`, so quality values are ignored.
        if (!/\bgzip\b/.test(headers['accept-encoding'] ?? '')) return reply.send(asset.body)
        return reply.header('content-encoding', 'gzip').send(asset.gzipped)
      },
    )
  }
